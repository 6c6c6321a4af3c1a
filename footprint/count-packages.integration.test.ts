import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironment } from '../system/testing/environment.ts';
import { makeProgram } from '../system/testing/program.ts';
import { temporaryFolder, writeFile } from '../system/testing/temporary-folder.ts';
import { installedPackages, mavenPackages, npmPackages, nugetPackages, without } from './count-packages.ts';

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

test('a lock file without packages has none', () => {
  expect(npmPackages({})).toEqual([]);
  expect(nugetPackages({})).toEqual([]);
});

describe('the packages of a folder', () => {
  let dir: string;
  const write = (file: string, content: object): void => writeFile(join(dir, file), JSON.stringify(content));

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
    makeProgram(join(dir, 'mvn'), "echo '[ERROR] No plugin found'; exit 1");
    setEnvironment({ PATH: `${dir}:${process.env.PATH}` });
    const reasons: string[] = [];
    expect(await installedPackages(dir, [], (reason) => reasons.push(reason))).toBeNull();
    expect(reasons).toEqual([`Maven could not list the packages of ${dir}: [ERROR] No plugin found`]);
  });

  test('are unknown where no lock file says', async () => {
    expect(await installedPackages(dir, [])).toBeNull();
  });

  test('are the app’s own where its kit does not bring them', () => {
    expect(without(new Set(['NuGet A', 'NuGet B']), new Set(['NuGet B', 'NuGet C']))).toEqual(new Set(['NuGet A']));
    expect(without(null, new Set(['NuGet B']))).toBeNull();
  });
});
