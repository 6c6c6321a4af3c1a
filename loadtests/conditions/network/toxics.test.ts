import { toxicsOf } from './toxics.ts';

const network = { name: 'n', roundTripMs: 41, jitterMs: 11, downKbit: 8000, upKbit: 80 };
const brief = (change: Partial<typeof network> = {}) =>
  toxicsOf({ ...network, ...change }).map(({ stream, attributes }) => [stream, attributes]);

test('a round trip is divided over both directions, and each has its own bandwidth behind its latency', () => {
  expect(brief()).toEqual([
    ['upstream', { latency: 20, jitter: 5 }],
    ['upstream', { rate: 10 }],
    ['downstream', { latency: 21, jitter: 6 }],
    ['downstream', { rate: 1000 }],
  ]);
});

test('a direction that holds nothing up has no latency', () => {
  expect(brief({ roundTripMs: 1, jitterMs: 0 })).toEqual([
    ['upstream', { rate: 10 }],
    ['downstream', { latency: 1, jitter: 0 }],
    ['downstream', { rate: 1000 }],
  ]);
});

test('no two have the same name', () => {
  const names = toxicsOf(network).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
