// Puts the runtime of a server that npm has as a program into dist: `node runtime.mjs NAME`, run in the app's folder. NAME is a package with a
// package for each platform among its optional dependencies, of which npm has installed that of this machine. Install scripts, which
// npm may block, are not needed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

const [name = ''] = process.argv.slice(2);

try {
  const program = findProgram();
  const version = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const link = join('dist', name);
  mkdirSync('dist', { recursive: true });
  rmSync(link, { force: true });
  // Relative: the folder of the app may be copied. A link, because the program is some 100 MB.
  symlinkSync(relative('dist', program), link);
  console.log(`${name} ${version.trim()}`);
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}

function findProgram() {
  const manifest = join('node_modules', name, 'package.json');
  if (name === '' || !existsSync(manifest)) throw new Error(`the package "${name}" is not among those of package.json`);
  const platforms = Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).optionalDependencies ?? {});
  const folders = platforms.map((platform) => join('node_modules', platform));
  const found = folders
    .flatMap((folder) => [join(folder, name), join(folder, 'bin', name)])
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `npm has installed no program of ${name} for ${process.platform} on ${process.arch}; the package has: ${platforms.join(', ')}`,
  );
}

function sentence(error) {
  if (error.signal === 'SIGILL')
    return `${name} cannot run on this processor: it lacks an instruction that the program uses`;
  if (error.status === undefined) return error.message;
  return `${name} does not start (${error.signal ?? `exit code ${error.status}`}): ${String(error.stderr).trim()}`;
}
