/** A suite of tests that jest runs: one of the projects in jest.config.mjs. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import type { SkippedTest } from './skipped.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Those that were skipped, where they are known by name. */
  skippedTests?: SkippedTest[];
  /** Those that failed, likewise. */
  failedTests?: FailedTest[];
}

export interface FailedTest {
  /** Path in the project. */
  file: string;
  name: string;
  /** The first lines of the failure's message. */
  why: string;
}

export interface TestContext {
  apps: App[];
  browser: string;
  /** Only tests whose path matches, for the jest suites. */
  pattern: string | null;
}

const CORES = availableParallelism();
/** The number of test files that run at once; default: one. It is more than the cores can run, since files wait for processes, limits and browsers. */
const AT_ONCE: Record<string, number> = {
  unit: CORES,
  integration: CORES + 1,
  page: CORES + 1,
  fault: CORES + 1,
  functional: CORES + 1,
};

/**
 * Runs a project.
 * @param env for the tests, besides this process's own environment
 */
export async function runJest(
  project: string,
  { apps, browser, pattern }: TestContext,
  env: Record<string, string> = {},
): Promise<Counts> {
  const folder = join(ROOT, '.outcry', 'test');
  mkdirSync(folder, { recursive: true });
  const report = join(folder, `${project}.json`);
  rmSync(report, { force: true });
  const argv = [
    process.execPath,
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--selectProjects',
    project,
    '--passWithNoTests',
    '--json',
    `--outputFile=${report}`,
    AT_ONCE[project] === undefined ? '--runInBand' : `--maxWorkers=${AT_ONCE[project]}`,
    ...(pattern === null ? [] : [`--testPathPatterns=${pattern}`]),
  ];
  // jest prints its JSON to stdout too; only the file is read.
  const child = spawnOwned(argv, {
    label: `jest ${project}`,
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...env,
      OUTCRY_TEST_FRAMEWORKS: apps.map((app) => app.id).join(','),
      OUTCRY_TEST_BROWSER: browser,
    },
  });
  const ended = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', () => resolve(true));
  });
  return ended ? jestCounts(report) : { passed: 0, failed: 1, skipped: 0 };
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Of a failure's message, characters. */
const MOST_SHOWN = 600;

/** The counts in a report of jest (https://jestjs.io/docs/cli#--json); one failure when there is no report. */
export function jestCounts(report: string): Counts {
  let result: JestReport;
  try {
    result = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const tests = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ ...one, file: relative(ROOT, name), name: one.fullName })),
  );
  const of = (wanted: string) => tests.filter(({ status }) => status === wanted);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests,
    skippedTests: of('pending').map(({ file, name }) => ({ file, name })),
    failedTests: of('failed').map(({ file, name, failureMessages = [] }) => {
      const [message = ''] = failureMessages;
      return { file, name, why: stripVTControlCharacters(message).split('\n    at ')[0]!.slice(0, MOST_SHOWN) };
    }),
  };
}
