/** The answers of `./outcry doctor` about the broker that the environment names, by the check in app.json. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApp } from '../../../setup/apps/manifest/manifest.ts';
import { checkPart } from '../../../setup/apps/manifest/part-check.ts';
import { type MadeUpHome, makeUpHome } from './testing/made-up-home.ts';

const app = readApp(join(import.meta.dirname, '..'));
const before = { ...process.env };
let made: MadeUpHome;

beforeEach(() => {
  made = makeUpHome();
  for (const name of app.substitute!.unless) delete process.env[name];
  Object.assign(process.env, made.env);
});

afterEach(() => {
  for (const name of Object.keys(made.env)) delete process.env[name];
  Object.assign(process.env, before);
  made.remove();
});

test('a server that can be used has its version', async () => {
  expect(await checkPart(app)).toEqual({ version: '7.4.8 build 3400', problem: null });
  expect(made.notes()).toEqual([]);
});

test('one that the app would refuse is refused here already, in the same words', async () => {
  writeFileSync(join(made.home, 'Version.txt'), 'Lightstreamer Server version 7.2.0 build 2001\n');
  const { version, problem } = await checkPart(app);
  expect(version).toBeNull();
  expect(problem).toMatch(`LIGHTSTREAMER_HOME=${made.home}: it is Lightstreamer Server 7.2.0 build 2001, and`);
});
