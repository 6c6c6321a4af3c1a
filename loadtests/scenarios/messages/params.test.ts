import { messageParams, messageSeconds, messageTotals, messageWarmUp } from './params.ts';

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
