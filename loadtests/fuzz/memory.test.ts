import { judgeMemory } from './memory.ts';

const MB = 1e6;

test('memory that a runtime takes at first and then keeps is level', () => {
  const samples = [60, 200, 310, 400, 420, 410, 430, 415, 425, 405, 420, 430, 415, 420, 425, 410].map((n) => n * MB);
  expect(judgeMemory(samples)).toMatchObject({ before: 60 * MB, level: true });
});

test('memory that grows all the time is not', () => {
  expect(judgeMemory(Array.from({ length: 20 }, (_, i) => (60 + i * 20) * MB)).level).toBe(false);
});

test('a few megabytes more are a small heap that breathes', () => {
  expect(judgeMemory(Array.from({ length: 20 }, (_, i) => (60 + i * 2) * MB)).level).toBe(true);
});
