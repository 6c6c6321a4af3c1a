/** apt-get is replaced by a program of our own, which fails as apt-get does while another one is at work. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { makeProgram, moduleOf } from '../../system/testing/program.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

const LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)';

let bin: string;
beforeEach(() => {
  bin = temporaryFolder();
  makeProgram(join(bin, 'sudo'), 'shift; exec "$@"');
  makeProgram(join(bin, 'env'), 'exec /usr/bin/env "$@"');
});

/** Makes `apt-get` a program that does what `script` says at its first call, and later installs whatever is asked for. */
const aptGet = (script: string): string =>
  makeProgram(
    join(bin, 'apt-get'),
    `cd ${bin}
    if [ ! -e called ]; then : > called; ${script}; fi
    printf '#!/bin/sh\necho 0.9.10\n' > faketime; /bin/chmod +x faketime`,
  );

/** Has Outcry install libfaketime, where nothing but the programs in `bin` is on the PATH. */
function install(): string {
  const script = `
    import { ensureTool } from './setup/tools/install.ts';
    await ensureTool('faketime', console.log).then(({ version }) => console.log('got ' + version), (error) => console.log(error.message));
    process.exit(0);`;
  const env = { HOME: bin, PATH: bin };
  const { stdout, stderr } = spawnSync(process.execPath, moduleOf(script), { cwd: ROOT, encoding: 'utf8', env });
  expect(stderr).toBe('');
  return stdout;
}

test('another apt-get that is at work is waited for', () => {
  aptGet(`echo "${LOCKED}" >&2; exit 100`);
  expect(install()).toMatch(/^apt-get update\nanother apt-get is at work; waiting for it\n[\s\S]*\ngot 0\.9\.10\n$/);
});

test('whatever else apt-get fails with is said at once', () => {
  aptGet('echo "E: The repository does not have a Release file." >&2; exit 100');
  expect(install()).toMatch(/could not be installed \(.*does not have a Release file/);
});
