import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsOf } from '../../setup/apps/build/prepare-apps.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { jestCounts } from './jest-suite.ts';
import { appsLeftOut, demandAll, PERMITTED, type SkippedTest } from './skipped.ts';

const skipped = (file: string, name = 'a claim'): SkippedTest => ({ file, name });

describe('where CI is set', () => {
  test('what apps require is asked for by its tool, each once', () => {
    const apps = [['node'], ['jdk>=17', 'maven'], ['node', 'redis>=7']].map((requires) => ({ requires }));
    expect(toolsOf(apps)).toEqual(['node', 'jdk', 'maven', 'redis']);
  });

  test('an app that is skipped is named, with what it lacks and how to get that', async () => {
    const [here, gone] = ['here', 'gone'].map((id) => ({ id }) as App) as [App, App];
    const lacks = async (): Promise<string[]> => ['Redis server is not installed; apt-get install redis-server'];
    const apps = await appsLeftOut([here, gone], [here], lacks);
    expect(apps).toEqual(['gone: Redis server is not installed; apt-get install redis-server']);
    expect(demandAll(apps, [])).toEqual([
      'CI is set, and gone was not tested: Redis server is not installed; apt-get install redis-server',
    ]);
  });

  test('skipped tests are named by their file, with the first of them and where to look for what they lack', () => {
    const tests = [
      skipped('web-api/a.fault.ts', 'one'),
      skipped('web-api/a.fault.ts', 'two'),
      skipped('b.test.ts', 'three'),
    ];
    expect(demandAll([], tests)).toEqual([
      expect.stringMatching(
        /^CI is set, and 2 tests of web-api\/a\.fault\.ts were skipped, such as "one": .*outcry doctor/,
      ),
      expect.stringMatching(/^CI is set, and 1 test of b\.test\.ts was skipped, such as "three": /),
    ]);
  });

  test('what may be skipped is, and nothing else of that folder', () => {
    const [{ file }] = PERMITTED as [(typeof PERMITTED)[number]];
    expect(demandAll([], [skipped(file)])).toEqual([]);
    expect(demandAll([], [skipped(file.replace(/\.(\w+)\.ts$/, '-more.$1.ts'))])).toHaveLength(1);
  });
});

test.each(PERMITTED.map(({ file, why }) => [file, why]))(
  '%s, which may be skipped, is there and says that it can be: %s',
  (file) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
  },
);

test('the tests that jest skipped, and those that failed, are counted and named', () => {
  const folder = temporaryFolder();
  const report = join(folder, 'report.json');
  const assertion = (status: string, fullName: string) => ({ status, fullName, failureMessages: [] as string[] });
  writeFileSync(
    report,
    JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 1,
      numRuntimeErrorTestSuites: 0,
      testResults: [
        {
          name: join(ROOT, 'cli', 'a.test.ts'),
          assertionResults: [
            assertion('passed', 'one'),
            assertion('pending', 'two'),
            {
              ...assertion('failed', 'three'),
              failureMessages: ['\u001b[31mnot equal\u001b[39m\n    at a.test.ts:1:1'],
            },
          ],
        },
      ],
    }),
  );
  expect(jestCounts(report)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    skippedTests: [{ file: 'cli/a.test.ts', name: 'two' }],
    failedTests: [{ file: 'cli/a.test.ts', name: 'three', why: 'not equal' }],
  });
});
