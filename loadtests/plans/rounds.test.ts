import type { StepDone } from '../scenarios/scenario.ts';
import { rounds } from './rounds.ts';

const step = (clients: number) => ({ scenario: 'made-up', params: {}, clients });

test('rounds go through every step before one is repeated, and end', () => {
  const plan = rounds([step(10), step(20)], 2);
  const done: StepDone[] = [];
  for (let next = plan.next(done); next !== null; next = plan.next(done)) {
    done.push({ ...next, valid: true, fatal: null, saturated: null, figure: () => null });
  }
  expect(done.map(({ clients, repetition }) => [clients, repetition])).toEqual([
    [10, 1],
    [20, 1],
    [10, 2],
    [20, 2],
  ]);
  expect(plan).toMatchObject({ most: 4, mostClients: 20 });
});
