import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { failureText, keepLog } from './build-failure.ts';
import { step } from './install-packages.ts';

const failed = (command: string[], lines: string[]) => ({
  doing: 'building apps/toy',
  command,
  output: lines.join('\n'),
});

describe('packages that cannot be fetched are told in sentences: which, from where, how that answered, what to do', () => {
  test('by NuGet', () => {
    const feed = 'https://somebody:secret@feed.example/v3';
    const said = Array.from({ length: 40 }, () => [
      `  Retrying 'FindPackagesByIdAsync' for source '${feed}/toy.kit/index.json'.`,
      '  Response status code does not indicate success: 503 (Service Unavailable).',
    ]).flat();
    const text = failureText(
      failed(
        ['env', 'QUIET=1', 'dotnet', 'publish', 'server'],
        [
          '  Determining projects to restore...',
          ...said,
          `/apps/toy/server.csproj : error NU1301: Failed to retrieve information about 'Toy.Kit' from remote source '${feed}/toy.kit/index.json'. [/apps/toy/toy.sln]`,
        ],
      ),
      '.outcry/logs/building-apps-toy.log',
    );
    expect(text).toBe(
      "building apps/toy failed: packages could not be fetched. Retrying 'FindPackagesByIdAsync' for source 'https://feed.example/v3/toy.kit/index.json'. Response status code does not indicate success: 503 (Service Unavailable). NU1301: Failed to retrieve information about 'Toy.Kit' from remote source 'https://feed.example/v3/toy.kit/index.json'. See that this machine reaches feed.example (a proxy or a mirror is a setting of dotnet), and try again. All that was said is in .outcry/logs/building-apps-toy.log.",
    );
  });

  test.each([
    [
      'npm',
      ['npm error code E404', 'npm error 404 Not Found - GET https://packages.example/toy - Not found'],
      'packages.example',
    ],
    [
      'npm',
      ['npm error code EAI_AGAIN', 'npm error request to https://packages.example/toy failed'],
      'reaches packages.example (',
    ],
    [
      'mvn',
      [
        '[\u001b[31mERROR\u001b[m] Failed to execute goal on project toy: Could not resolve dependencies for project toy: Could not transfer artifact a:b:jar:1.0 from/to central (https://maven.example/2): status code: 503',
      ],
      'maven.example',
    ],
    [
      'go',
      [
        'go: downloading modules.example/toy v1.0.0',
        'main.go:3:8: modules.example/toy@v1.0.0: Get "https://modules.example/toy/@v/v1.0.0.zip": dial tcp: lookup modules.example: no such host',
      ],
      'reaches modules.example (',
    ],
    [
      'cargo',
      [
        'warning: spurious network error (1 try remaining): [7] Could not connect to server',
        'error: failed to get `toy` as a dependency of package `server v0.1.0`',
        'Caused by:',
        '  failed to download from `https://crates.example/config.json`',
      ],
      'reaches crates.example (',
    ],
    [
      'python3',
      [
        'ERROR: Could not find a version that satisfies the requirement toy==1.0 (from versions: none)',
        'ERROR: No matching distribution found for toy==1.0',
      ],
      'a setting of python3)',
    ],
  ])('by %s: %j', (program, lines, where) => {
    const text = failureText(failed([program, 'install'], lines), null);
    expect(text).toMatch(/^building apps\/toy failed: packages could not be fetched\. /);
    expect(text).toContain(where);
    expect(text).not.toMatch(/npm error|ERROR/);
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('All that was said');
  });
});

test('what does not compile is shown as it was said, the end of it', () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
  const text = failureText(
    failed(['make', 'all'], [...lines, 'server.cs(3,4): error CS1002: ; expected', '']),
    'a.log',
  );
  expect(text).toMatch(/^building apps\/toy failed at: make all\nline 31\n/);
  expect(text).toMatch(/\nserver\.cs\(3,4\): error CS1002: ; expected\nAll that was said is in a\.log\.$/);
});

describe('the file', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('has all that was said', () => {
    const output = 'one\ntwo\n';
    const file = keepLog({ doing: 'building apps/toy@1.2 of ../mine', command: [], output }, folder)!;
    expect(file).toMatch(/building-apps-toy@1\.2-of-\.\.-mine\.log$/);
    expect(readFileSync(file, 'utf8')).toBe(output);
  });

  test('is not named where it cannot be written', () => {
    writeFileSync(join(folder, 'taken'), '');
    expect(keepLog({ doing: 'building', command: [], output: '' }, join(folder, 'taken'))).toBeNull();
  });

  test('is named by a step that fails', async () => {
    const script = "console.log('x'.repeat(9000)); console.error('name or service not known'); process.exit(1)";
    const error = (await step(folder, [process.execPath, '-e', script], 'testing a step').catch((e) => e)) as Error;
    expect(error.message).toContain('packages could not be fetched. name or service not known.');
    expect(error.message).not.toContain('xxx');
    const [, file] = /All that was said is in (\S+)\.$/.exec(error.message)!;
    expect(readFileSync(resolve(file!), 'utf8')).toContain('x'.repeat(9000));
    rmSync(resolve(file!));
  });

  test('says of a program that this CPU cannot run what to do', async () => {
    const commands = [['kill -ILL $$'], ['exit 132']];
    for (const script of commands) {
      const error = await step(folder, ['sh', '-c', ...script], 'testing a step').catch((e: Error) => e);
      expect((error as Error).message).toContain(
        'an instruction that this CPU does not have: build it on this machine',
      );
    }
  });

  test('is none where nothing was said', async () => {
    await expect(step(folder, ['outcry-no-such-program'], 'testing a step')).rejects.toThrow(
      /^testing a step failed at: outcry-no-such-program\n.*ENOENT/,
    );
  });
});
