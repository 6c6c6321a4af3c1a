/** Nothing is left of a broker when the app that started it is killed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning } from '../../../system/process-owner.ts';
import { type MadeUpHome, makeUpHome, until } from './testing/made-up-home.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const APP = `
import { vendorBroker } from '${join(HERE, 'broker.ts')}';
const broker = await vendorBroker(process.env);
await broker.start();
setInterval(() => {}, 1000);
`;

describe.each(['', 'stubborn'])('an app that is killed takes its broker with it (%s)', (mode) => {
  let made: MadeUpHome;

  beforeEach(() => {
    made = makeUpHome(mode);
  });

  afterEach(() => made.remove());

  test('and the folder too', async () => {
    const app = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', APP], {
      cwd: join(HERE, '..', '..', '..'),
      env: { ...process.env, ...made.env } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until(() => made.notes().length === 1);
    const [{ pid, conf }] = made.notes() as [ReturnType<MadeUpHome['notes']>[number]];
    app.kill('SIGKILL');
    await until(() => !isRunning(pid));
    await until(() => !existsSync(dirname(dirname(conf))));
    expect(isRunning(pid)).toBe(false);
  });
});
