import { TRANSPORTS } from '../../metrics/transports.ts';
import { MOST_ROUNDS, planRounds } from './rounds.ts';

test('every round goes over every transport, and the last leaves each with its part', () => {
  const rounds = planRounds(1_000_000, ['websocket', 'sse', 'rest'], 1);
  expect(rounds).toHaveLength(MOST_ROUNDS);
  for (const turns of rounds) expect(turns.map(({ transport }) => transport)).toEqual(['websocket', 'sse', 'rest']);
  for (const { upTo } of rounds.at(-1)!) expect(upTo).toBe(333_334);
});

test('the parts of a transport are even', () => {
  const upTos = planRounds(1_000_000, ['websocket', 'sse', 'rest'], 1).map(([first]) => first!.upTo);
  const parts = upTos.map((upTo, i) => upTo - (upTos[i - 1] ?? 0));
  expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
});

test('a few inputs are one round, in which every transport has its part', () => {
  expect(planRounds(10, TRANSPORTS, 1).map((turns) => turns.map(({ upTo }) => upTo))).toEqual([
    TRANSPORTS.map(() => 2),
  ]);
});

test('the same seed makes the same plan, and another one another', () => {
  expect(planRounds(50_000, TRANSPORTS, 7)).toEqual(planRounds(50_000, TRANSPORTS, 7));
  expect(planRounds(50_000, TRANSPORTS, 8)).not.toEqual(planRounds(50_000, TRANSPORTS, 7));
});

test('no two turns have the same seed, and which other transports there are does not matter', () => {
  const turns = planRounds(1_000_000, TRANSPORTS, 1).flat();
  expect(new Set(turns.map(({ seed }) => seed)).size).toBe(turns.length);
  const [alone] = planRounds(1_000_000, ['sse'], 1);
  expect(alone![0]!.seed).toBe(turns.find(({ transport }) => transport === 'sse')!.seed);
});
