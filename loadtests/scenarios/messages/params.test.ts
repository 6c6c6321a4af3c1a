import { isEvenLoad, messageParams, messageSeconds, messageSlices, messageTotals, messageWarmUp } from './params.ts';

const PARAMS = { rate: 2, messages: 30, payload: 0, phase: 'spread' };

test('messages take their number of intervals', () => {
  expect(messageSeconds(PARAMS)).toBe(15);
});

test('a warm-up is the same load for as long as it is asked to be', () => {
  expect(messageWarmUp(PARAMS, 4)).toEqual({ ...PARAMS, messages: 8 });
  expect(messageWarmUp({ ...PARAMS, rate: 0.1 }, 2).messages).toBe(1);
});

test('nothing is lost when each message reaches every client that should have it', () => {
  expect(messageTotals(PARAMS, 60, 60)).toMatchObject({ sentByClients: 1800, receivedByClients: 108_000, missing: 0 });
  expect(messageTotals(PARAMS, 60, 1)).toMatchObject({ sentByServer: 1800, receivedByClients: 1800 });
});

test('the defaults are those of study A but for the phase, which each scenario says', () => {
  const { rate, messages, payload, phase } = messageParams('together');
  expect([rate, messages, payload, phase].map((spec) => spec.default)).toEqual([2, 30, 0, 'together']);
});

test.each([
  ['a message in each interval', { rate: 2 }, 5, true],
  ['hardly less', { rate: 2 }, 4, false],
  ['bursts', { rate: 20, phase: 'together' }, 60, false],
])('load is even within 100 ms: %s', (_, params, clients, isEven) => {
  expect(isEvenLoad({ ...PARAMS, ...params }, clients, 100)).toBe(isEven);
});

describe('slices', () => {
  const counts = (params: Partial<typeof PARAMS>, seconds: number): number[] =>
    messageSlices({ ...PARAMS, ...params }, seconds).map(({ messages }) => messages);

  test('take whole seconds but for the last, and have all messages together', () => {
    expect(counts({}, 1)).toEqual(Array(15).fill(2));
    expect(counts({}, 4)).toEqual([8, 8, 8, 6]);
    expect(counts({ rate: 0.5, messages: 3 }, 1)).toEqual([1, 1, 1]); // two seconds each
    expect(counts({ rate: 2.5, messages: 10 }, 1)).toEqual([5, 5]);
  });

  test('are one where no number of messages takes whole seconds', () => {
    expect(counts({ rate: Math.PI }, 1)).toEqual([30]);
  });
});
