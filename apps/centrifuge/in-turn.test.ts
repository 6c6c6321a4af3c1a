import { afterEach, expect, jest, test } from '@jest/globals';
import { inTurn } from './in-turn.ts';

const address = 'http://server/emulation';

afterEach(() => {
  jest.restoreAllMocks();
});

test('a POST begins when the one before it has been answered, or has failed', async () => {
  const begun: string[] = [];
  const answers: ((failed: boolean) => void)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((_input, init) => {
    begun.push(String(init?.body));
    return new Promise((resolve, reject) => {
      answers.push((failed) => (failed ? reject(new Error('cut off')) : resolve(new Response())));
    });
  });
  const post = inTurn(address);
  const sent = ['a', 'b', 'c'].map((body) => post(address, { method: 'POST', body }).catch(() => {}));
  await Promise.resolve();
  expect(begun).toEqual(['a']);
  answers[0]!(true);
  await sent[0];
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  answers[1]!(false);
  await sent[1];
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('an answer to a ping does not wait, and a body of nothing does', () => {
  const begun: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((_input, init) => {
    begun.push(String(init?.body));
    return new Promise(() => {});
  });
  const post = inTurn(address);
  const bodies = ['{"send":{}}', '{"send":{"data":"{}"}}', '{}'].map((data) =>
    JSON.stringify({ session: 'a', node: 'b', data }),
  );
  for (const body of bodies) void post(address, { method: 'POST', body });
  expect(begun).toEqual([bodies[2]]);
});

test('a request to another address does not wait', () => {
  const begun: unknown[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    begun.push(input);
    return new Promise(() => {});
  });
  const post = inTurn(address);
  void post('http://server/connection/http_stream');
  expect(begun).toEqual(['http://server/connection/http_stream']);
});
