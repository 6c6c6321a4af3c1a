import { connectsBefore, type PageScenario, paramProblem, whyNot } from './page-scenario.ts';

const scenario: PageScenario = {
  name: 'toy',
  about: 'a toy',
  params: {},
  needs: ['echo', 'publish'],
  swarms: ['browser', 'console'],
  metrics: {},
  plannedSeconds: () => 1,
  expected: () => ({}),
  charts: { compare: { metric: 'asked' }, columns: [], graphs: [] },
  judge: () => [],
};

describe('a page can run a scenario', () => {
  test('when its transport has what it needs', () => {
    expect(whyNot(scenario, ['publish', 'sink', 'echo'])).toBeNull();
    expect(whyNot(scenario, ['echo'])).toBe('this transport does not carry publish');
  });

  test('when its clients connect themselves, always or by a parameter', () => {
    const asked = { ...scenario, connects: ({ connect }: { connect: 'before' | 'themselves' }) => connect };
    expect(whyNot(asked, ['echo', 'publish'])).toBeNull();
    expect([
      connectsBefore(asked, { connect: 'before' }),
      connectsBefore(asked, { connect: 'themselves' }),
      connectsBefore({ ...scenario, connects: 'themselves' }, {}),
      connectsBefore(scenario, {}),
    ]).toEqual([true, false, false, true]);
  });

  test.each([
    [{ needs: ['publish', 'feed'] as const }, 'a backend feeds the server, for which a page has no token'],
    [
      { needs: ['greet'] as const },
      'the server has to be told what every new connection gets, for which a page has no token',
    ],
    [{ greet: () => ({ bytes: 1 }) }, expect.stringContaining('what every new connection gets')],
    [{ swarms: ['console'] as const }, 'its clients cannot be in a browser'],
    [{ plan: () => {} }, expect.stringContaining('it is several runs')],
  ])('but not with %j, and says why', (change, why) => {
    expect(whyNot({ ...scenario, ...change }, ['echo', 'publish', 'greet', 'feed'])).toEqual(why);
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
