import { tmpdir } from 'node:os';
import { checkPart } from './part-check.ts';
import { madeUpApp } from './testing/made-up-app.ts';

const app = (script: string | null) =>
  madeUpApp('fast', {
    dir: tmpdir(),
    substitute: {
      of: 'Broker',
      is: 'an open broker',
      unless: ['BROKER_HOME'],
      ...(script === null ? {} : { check: [process.execPath, '--eval', script] }),
    },
  });

test('nothing is known against a part that its app does not look at', async () => {
  expect(await checkPart(app(null))).toEqual({ version: null, problem: null });
});

test('a part that can be used has the version that is said of it', async () => {
  expect(await checkPart(app('console.log("7.2.0 build 1")'))).toEqual({ version: '7.2.0 build 1', problem: null });
  expect(await checkPart(app(''))).toEqual({ version: null, problem: null });
});

test('one that cannot has the app’s own words for why', async () => {
  const check = app('console.error("a warning\\nBROKER_HOME=/x: too old"); process.exitCode = 1');
  expect(await checkPart(check)).toEqual({ version: null, problem: 'BROKER_HOME=/x: too old' });
});

test('the look is taken in the app’s folder, with the environment', async () => {
  const { version } = await checkPart(app('console.log(process.cwd(), process.env.PATH)'));
  expect(version).toBe(`${tmpdir()} ${process.env.PATH}`);
});

test('a look that says nothing, cannot be taken or takes too long is a problem too', async () => {
  expect((await checkPart(app('process.exit(3)'))).problem).toMatch(/^could not be looked at: .*exit code 3/);
  const nowhere = app(null);
  nowhere.substitute!.check = ['/nowhere/at/all'];
  expect((await checkPart(nowhere)).problem).toMatch(/^could not be looked at: .*ENOENT/);
  expect((await checkPart(app('setInterval(() => {}, 1000)'), 300)).problem).toMatch(
    /could not be looked at: .*timed out/,
  );
});
