import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { appsOf } from './plan-here.ts';

const substitute = { of: 'a part', is: 'another', unless: ['SHOUT_HOME_THAT_IS_NOT_SET'] };
const APPS = [
  madeUpApp('shout'),
  madeUpApp('replaced', { substitute }),
  madeUpApp('shout-abacus', { runtimeOf: 'shout', substitute }),
  madeUpApp('more', { onlyNamed: true }),
];

const measured = (options: Parameters<typeof appsOf>[1]): [string[], string[]] => {
  const { apps, skipped } = appsOf(APPS, options);
  return [apps.map(({ id }) => id), skipped];
};

test('a run that names no frameworks measures the usual ones, and says in a line each what else there is', () => {
  expect(measured({ usualOnly: true, rankableOnly: true })).toEqual([
    ['shout'],
    [
      'replaced (a substitute server, never ranked; --frameworks replaced measures them)',
      'shout-abacus,more (measured where they are named; --frameworks all measures everything)',
    ],
  ]);
  expect(measured({ usualOnly: true })[0]).toEqual(['shout', 'replaced']);
});

test('any other run has all to choose from', () => {
  expect(measured({})).toEqual([APPS.map(({ id }) => id), []]);
});
