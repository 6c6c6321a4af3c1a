import { jest } from '@jest/globals';
import { PollConnection } from './polls.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a server that was held up does not take it for the silence of a client: its poll may wait to be read', () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const ends: string[] = [];
  new PollConnection(true, (reason) => ends.push(reason));
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  jest.advanceTimersByTime(500);
  expect(ends).toEqual([]);
  jest.advanceTimersByTime(6_000);
  expect(ends).toEqual(['stopped polling']);
});
