import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironment } from '../../system/testing/environment.ts';
import { makeProgram } from '../../system/testing/program.ts';
import { temporaryFolder, writeFile } from '../../system/testing/temporary-folder.ts';
import { crates } from './cargo.ts';
import { installedPackages, without } from './count-packages.ts';
import { mavenPackages } from './maven.ts';
import { npmPackages } from './npm.ts';
import { nugetPackages } from './nuget.ts';
import { requirementsIn } from './pip.ts';

test('npm packages that are only there to develop are not counted, nor are the app itself and its own parts', () => {
  const packages = {
    '': {},
    'a-part': {},
    'node_modules/a-part': { link: true },
    'node_modules/framework': {},
    'node_modules/framework/node_modules/parser': {},
    'node_modules/parser': {},
    'node_modules/types': { dev: true },
    'node_modules/compiler': { devOptional: true },
    '../shared': { link: true },
  };
  expect(npmPackages({ packages })).toHaveLength(3);
});

test('NuGet packages are those that a project asks for and what these bring, but no project of the checkout', () => {
  const dependencies = {
    'net10.0': { Framework: { type: 'Direct' }, Parser: { type: 'Transitive' }, 'outcry.kit': { type: 'Project' } },
    'net10.0/linux-x64': { Parser: { type: 'Transitive' } },
  };
  expect(nugetPackages({ dependencies })).toEqual(['Framework', 'Parser']);
});

test('Maven packages are those that Maven lists', () => {
  const list = `
The following files have been resolved:
   org.slf4j:slf4j-api:jar:2.0.17:compile -- module org.slf4j
   io.netty:netty-transport:jar:linux-x86_64:4.1.100:runtime
`;
  expect(mavenPackages(list)).toEqual(['org.slf4j:slf4j-api', 'io.netty:netty-transport']);
  expect(mavenPackages('The following files have been resolved:\n   none\n')).toEqual([]);
});

test('packages of Python are the lines of exact versions, with the markers that they hang on', () => {
  const text = `# by hand
--index-url https://packages.example/simple
Shout_Server[fast]==1.2.3 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via -r requirements.in
loop==0.22.1 ; sys_platform != "win32" \\
    --hash=sha256:cc  # comment
parser === 2
unlocked>=1
`;
  expect(requirementsIn(text)).toEqual([
    { name: 'shout-server', marker: null },
    { name: 'loop', marker: 'sys_platform != "win32"' },
    { name: 'parser', marker: null },
  ]);
});

test('crates are those that Cargo lists, but no folder of the checkout', () => {
  const tree = `server v0.1.0 (/somewhere/apps/shout)
kit v0.1.0 (/somewhere/kits/abacus)
shout v1.2.3
fork v0.1.0 (https://git.example/fork#abc)
shout v1.2.3 (*)

itoa v1.0.15
`;
  expect(crates(tree)).toEqual(['shout', 'fork', 'itoa']);
});

test('a lock file without packages has none', () => {
  expect(npmPackages({})).toEqual([]);
  expect(nugetPackages({})).toEqual([]);
});

describe('the packages of a folder', () => {
  let dir: string;
  const write = (file: string, content: object): void => writeFile(join(dir, file), JSON.stringify(content));

  /** Puts a program on PATH that does what `script` says. */
  const program = (name: string, script: string): void => {
    makeProgram(join(dir, name), script);
    setEnvironment({ PATH: `${dir}:${process.env.PATH}` });
  };

  beforeEach(() => {
    dir = temporaryFolder();
  });

  test('are those of all its lock files, but for those of its tests', async () => {
    write('package-lock.json', { packages: { 'node_modules/client': {} } });
    write('server/packages.lock.json', { dependencies: { 'net10.0': { Framework: { type: 'Direct' } } } });
    write('tests/packages.lock.json', { dependencies: { 'net10.0': { xunit: { type: 'Direct' } } } });
    expect([...(await installedPackages(dir, []))!]).toEqual([`npm ${dir} node_modules/client`, 'NuGet Framework']);
  });

  test('are unknown, with the reason, where Maven cannot list them', async () => {
    writeFileSync(join(dir, 'pom.xml'), '<project/>');
    program('mvn', "echo '[ERROR] No plugin found'; exit 1");
    const reasons: string[] = [];
    expect(await installedPackages(dir, [], (reason) => reasons.push(reason))).toBeNull();
    expect(reasons).toEqual([`Maven could not list the packages of ${dir}: [ERROR] No plugin found`]);
  });

  test('are unknown, with the reason, where Go lacks one', async () => {
    writeFileSync(join(dir, 'go.mod'), 'module shout');
    program('go', "echo 'found nothing'; echo 'go: module shout: not in the cache' >&2; exit 1");
    const reasons: string[] = [];
    expect(await installedPackages(dir, [], (reason) => reasons.push(reason))).toBeNull();
    expect(reasons).toEqual([`Go could not list the packages of ${dir}: go: module shout: not in the cache`]);
  });

  test('are fetched where a package manager cannot list them without a network', async () => {
    writeFileSync(join(dir, 'Cargo.toml'), '[package]');
    program('cargo', 'case "$*" in *--offline*) echo "error: no such crate" >&2; exit 101;; esac; echo "shout v1.0.0"');
    expect([...(await installedPackages(dir, []))!]).toEqual(['Cargo shout']);
  });

  test('are in Python those whose markers hold here', async () => {
    writeFileSync(
      join(dir, 'requirements.txt'),
      'shout==1\nhere==1; python_version > "3"\nthere==1; python_version < "3"\n',
    );
    program('python3', 'cat > /dev/null; echo True; echo False');
    expect([...(await installedPackages(dir, []))!]).toEqual(['PyPI shout', 'PyPI here']);
  });

  test('are unknown where no lock file says', async () => {
    expect(await installedPackages(dir, [])).toBeNull();
  });

  test('are the app’s own where its kit does not bring them', () => {
    expect(without(new Set(['NuGet A', 'NuGet B']), new Set(['NuGet B', 'NuGet C']))).toEqual(new Set(['NuGet A']));
    expect(without(null, new Set(['NuGet B']))).toBeNull();
  });
});
