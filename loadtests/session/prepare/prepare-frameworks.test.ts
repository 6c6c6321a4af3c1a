import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Combination } from '../plan/session-plan.ts';
import { Preparation } from './prepare-frameworks.ts';

const [alpha, beta, gamma] = ['alpha', 'beta', 'gamma'].map((id) => madeUpApp(id)) as [
  ReturnType<typeof madeUpApp>,
  ReturnType<typeof madeUpApp>,
  ReturnType<typeof madeUpApp>,
];
const over = (app: typeof alpha, transport: Combination['transport'] = 'websocket'): Combination => ({
  app,
  transport,
});
const combinations = [over(alpha), over(alpha, 'sse'), over(beta), over(gamma)];

/** Notes what is built; `broken` cannot be, and neither `lawless` nor the combinations in `silent` verify. */
function preparing({
  broken = [] as string[],
  lawless = [] as string[],
  silent = [] as Combination[],
  whileBuilding = (_: string): void => {},
} = {}) {
  const built: string[] = [];
  const said: string[] = [];
  const preparation = new Preparation(combinations, {
    step: () => {},
    say: (line) => said.push(line),
    build: async (app) => {
      built.push(app.id);
      whileBuilding(app.id);
      if (broken.includes(app.id)) throw new OutcryError(`${app.id} is broken. Mend it.`, EXIT.failed);
    },
    verify: async (asked) => asked.filter((one) => !lawless.includes(one.app.id) && !silent.includes(one)),
  });
  return { preparation, built, said };
}

test('one framework is enough to begin with, when all else is there', async () => {
  const { preparation, built } = preparing();
  await preparation.until(Promise.resolve());
  expect(built).toEqual(['alpha']);
  expect(preparation.measurable).toBe(2);
});

test('others are prepared as long as there is something else to wait for, and no longer', async () => {
  let come = () => {};
  const browser = new Promise<void>((resolve) => {
    come = resolve;
  });
  // The browser comes while the second is being built.
  const { preparation, built } = preparing({ whileBuilding: (id) => (id === 'beta' ? come() : undefined) });
  await preparation.until(browser);
  expect(built).toEqual(['alpha', 'beta']);
});

test('a framework that is asked for is built once, then', async () => {
  const { preparation, built } = preparing();
  await preparation.until(Promise.resolve());
  expect(await preparation.ready(combinations[3]!)).toBe(true);
  expect(await preparation.ready(combinations[3]!)).toBe(true);
  expect(built).toEqual(['alpha', 'gamma']);
});

test('one that cannot be built or does not verify is skipped, and the next takes its place', async () => {
  const { preparation, built, said } = preparing({ broken: ['alpha'], lawless: ['beta'] });
  await preparation.until(Promise.resolve());
  expect(built).toEqual(['alpha', 'beta', 'gamma']);
  expect(said).toEqual(['skipped: alpha: alpha is broken. Mend it.']);
  expect(await preparation.ready(combinations[0]!)).toBe(false);
  expect(await preparation.ready(combinations[2]!)).toBe(false);
  expect(preparation.measurable).toBe(1);
  expect(preparation.notMeasured).toEqual(['alpha (alpha is broken)', 'beta (it does not verify)']);
});

test('of a framework that verifies over one transport only, the others are named', async () => {
  const { preparation } = preparing({ silent: [combinations[1]!] });
  await preparation.until(Promise.resolve());
  expect(preparation.measurable).toBe(1);
  expect(preparation.notMeasured).toEqual(['alpha over sse (it does not verify)']);
});

test('where none can be measured the first reason is the error', async () => {
  await expect(preparing({ broken: ['alpha', 'beta', 'gamma'] }).preparation.until(Promise.resolve())).rejects.toThrow(
    'alpha is broken',
  );
  await expect(preparing({ lawless: ['alpha', 'beta', 'gamma'] }).preparation.until(Promise.resolve())).rejects.toThrow(
    'nothing left to measure',
  );
});
