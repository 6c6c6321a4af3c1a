import { inReach, type PageScenario, paramProblem } from './page-scenario.ts';

const scenario: PageScenario = {
  name: 'toy',
  about: 'a toy',
  params: {},
  needs: ['echo', 'publish'],
  swarms: ['browser', 'console'],
  metrics: {},
  plannedSeconds: () => 1,
  expected: () => ({}),
};

describe('a scenario is in reach of a page', () => {
  test('when its transport has what it needs', () => {
    expect(inReach(scenario, ['publish', 'sink', 'echo'])).toBe(true);
    expect(inReach(scenario, ['echo'])).toBe(false);
  });

  test.each([
    { needs: ['publish', 'feed'] as const },
    { needs: ['greet'] as const },
    { greet: () => ({ bytes: 1 }) },
    { swarms: ['console'] as const },
    { connects: 'themselves' as const },
    { plan: () => {} },
  ])('but not with %j', (change) => {
    expect(inReach({ ...scenario, ...change }, ['echo', 'publish', 'greet', 'feed'])).toBe(false);
  });
});

test('a value is checked by its kind and its bounds', () => {
  const whole = { type: 'whole', default: 1, least: 1, most: 1_000_000, about: '' } as const;
  expect(paramProblem('messages', whole, 30)).toBeNull();
  expect(paramProblem('messages', whole, 1.5)).toBe('“messages” must be a whole number from 1 to 1,000,000.');
  for (const value of [0, 1e7, Number.NaN, undefined, '30']) expect(paramProblem('m', whole, value)).not.toBeNull();
  const amount = { type: 'amount', default: 1, least: 0.1, about: '' } as const;
  expect(paramProblem('rate', amount, 0.5)).toBeNull();
  expect(paramProblem('rate', amount, 0)).toBe('“rate” must be a number from 0.1.');
  const choice = { type: 'choice', default: 'a', choices: ['a', 'b'], about: '' } as const;
  expect(paramProblem('phase', choice, 'b')).toBeNull();
  expect(paramProblem('phase', choice, 'c')).toBe('Choose one for “phase”.');
});
