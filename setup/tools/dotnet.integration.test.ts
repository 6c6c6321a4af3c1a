/** The vendor's script is replaced by one of our own, which a made-up `curl` writes. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../system/root.ts';
import { makeProgram, moduleOf } from '../../system/testing/program.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Says its arguments in a file, and writes a program that has a version. */
const VENDORS = `
echo "$@" > "$HOME/arguments"
mkdir -p "$HOME/.dotnet"
printf '#!/bin/sh\\necho "10.0.999 [$HOME/.dotnet/sdk]"\\n' > "$HOME/.dotnet/dotnet"
chmod +x "$HOME/.dotnet/dotnet"
`;

/** Makes `curl` a program that does what `script` says. */
const curl = (script: string): string => makeProgram(join(folder, 'bin', 'curl'), script);

/** Has Outcry install the SDK, with a home and a PATH of its own. */
function install() {
  const script = `
    import { ensureTool } from './setup/tools/install.ts';
    await ensureTool('dotnet', (line) => console.log(line)).then(({ version }) => console.log('got ' + version), (error) => console.log(error.message));
    process.exit(0);`;
  const env = { HOME: folder, PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin` };
  const { stdout, stderr } = spawnSync(process.execPath, moduleOf(script), { cwd: ROOT, encoding: 'utf8', env });
  expect(stderr).toBe('');
  return stdout;
}

test('the SDK is installed into the home folder by its vendor’s script', () => {
  writeFileSync(join(folder, 'vendors.sh'), VENDORS);
  curl(`while [ "$1" != --output ]; do shift; done; cp "$HOME/vendors.sh" "$2"`);
  expect(install()).toMatch(/install script[\s\S]*\ngot 10\.0\.999\n$/);
  expect(readFileSync(join(folder, 'arguments'), 'utf8').trim()).toBe(
    `--channel 10.0 --install-dir ${join(folder, '.dotnet')} --no-path`,
  );
});

test('where the vendor cannot be reached, the message says so and how a person gets it', () => {
  curl('echo "curl: (6) Could not resolve host" >&2; exit 6');
  expect(install()).toMatch(/\.NET SDK is not here and could not be installed \(.*Could not resolve host\).*https:/s);
});
