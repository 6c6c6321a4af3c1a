/** `./outcry test`: sets up what the tests need, runs them all, ends with one closing line. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { execa } from 'execa';
import { minutes, TimeEstimate } from '../../loadtests/session/plan/time-estimate.ts';
import type { VerifyResult } from '../../loadtests/verify/verify.ts';
import { failureLines } from '../../loadtests/verify/verify-table.ts';
import { installTools, makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { kitsOf, readKits } from '../../setup/apps/manifest/kits.ts';
import { type App, readApps, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { namesSome, selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { ensureBrowser } from '../../setup/tools/browser.ts';
import { ensureTool } from '../../setup/tools/install.ts';
import { atMost } from '../../system/at-most.ts';
import { EXIT } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { list } from '../options/common-options.ts';
import { StepBar } from '../output/progress-bar.ts';
import { BusyTime } from './busy-time.ts';
import { runCommands } from './command-suite.ts';
import { runContainers } from './containers-suite.ts';
import { type Counts, runJest, type TestContext } from './jest-suite.ts';
import { appsLeftOut, demandAll, PERMITTED, type SkippedTest } from './skipped.ts';

interface Suite {
  name: string;
  about: string;
  /** About how long it takes on two cores, seconds; the last duration on this machine replaces it. */
  seconds: number;
  /** Not part of all: it runs only by name. */
  apart?: boolean;
  /** It builds what it needs by itself: no app is skipped for a missing toolchain. */
  buildsItself?: boolean;
  /** Tools that some of its tests need besides the browser; they are installed. */
  tools?: string[];
  run(context: TestContext): Promise<Counts>;
}

const SUITES: Suite[] = [
  { name: 'check', seconds: 10, about: 'format, lint and types', run: runChecks },
  {
    name: 'unit',
    seconds: 100,
    about: 'jest tests without processes, ports and temporary folders',
    run: jest('unit'),
  },
  {
    name: 'integration',
    seconds: 120,
    about: 'jest tests with processes, ports or temporary folders',
    tools: ['mariadb'],
    run: jest('integration'),
  },
  { name: 'apps', seconds: 60, about: "the apps' own tests, by their own runners", run: runAppTests },
  { name: 'verify', seconds: 210, about: 'the conformance suite on every app and transport', run: runVerify },
  { name: 'page', seconds: 205, about: 'the pages in a real browser', run: jest('page') },
  {
    name: 'fault',
    seconds: 900,
    about: 'failures: processes killed, disks full, ports taken',
    tools: ['mariadb', 'tcpdump', 'tshark', 'toxiproxy', 'haproxy', 'openssl', 'nft', 'faketime', 'schemathesis'],
    run: jest('fault', 'alone'),
  },
  {
    name: 'functional',
    seconds: 340,
    about: 'the auction house in real browsers, every app and transport',
    run: jest('functional'),
  },
  {
    name: 'containers',
    seconds: 1_800,
    apart: true,
    buildsItself: true,
    about: 'images and docker-compose.yml on the Docker engine of this machine; not part of all',
    run: runContainers,
  },
];

const REMEMBERED = join(ROOT, '.outcry', 'test', 'seconds.json');

/** The last durations of suites, seconds, by name. */
function rememberedSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(REMEMBERED, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

/** Runs `suites` one after the other. Before each it prints its number and about how long the rest takes. */
async function runSuites(
  suites: Suite[],
  context: TestContext,
  times: BusyTime,
  say: (line: string) => void,
): Promise<Required<Counts>> {
  const all: Counts[] = [];
  const whole = context.pattern === null;
  const remembered = rememberedSeconds();
  const estimate = new TimeEstimate();
  for (const { name, seconds } of suites) estimate.expect(name, remembered[name] ?? seconds);
  for (const [index, suite] of suites.entries()) {
    const left = whole ? `; ${minutes(estimate.elapsed)} so far, about ${minutes(estimate.left)} to go` : '';
    say(`\n== [${index + 1}/${suites.length}] ${suite.name}: ${suite.about}${left}`);
    const begun = performance.now();
    estimate.begin(suite.name);
    const counts = await suite.run(context);
    estimate.end(suite.name);
    times.end(suite.name);
    if (whole) remember(suite.name, (performance.now() - begun) / 1000);
    say(`== ${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    all.push(counts);
  }
  return sumOf(all);
}

function sumOf(all: readonly Counts[]): Required<Counts> {
  const sum = (part: 'passed' | 'failed' | 'skipped'): number => all.reduce((total, counts) => total + counts[part], 0);
  const skippedTests: SkippedTest[] = all.flatMap((counts) => counts.skippedTests ?? []);
  const failedTests = all.flatMap((counts) => counts.failedTests ?? []);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), skippedTests, failedTests };
}

function remember(name: string, seconds: number): void {
  mkdirSync(dirname(REMEMBERED), { recursive: true });
  writeFileSync(REMEMBERED, JSON.stringify({ ...rememberedSeconds(), [name]: Math.round(seconds) }));
}

export function addTestCommand(program: Command): void {
  program
    .command('test')
    .description('set up what is needed and run the tests')
    .argument(
      '[suite]',
      `one of ${SUITES.map((suite) => suite.name).join(', ')} (default: all)`,
      (value: string): string => {
        if (SUITES.some((suite) => suite.name === value)) return value;
        throw new InvalidArgumentError(`there is: ${SUITES.map((suite) => suite.name).join(', ')}`);
      },
    )
    .option('--framework <ids>', 'only these frameworks', list)
    .option('--browser <name>', 'firefox or chrome', 'firefox')
    .option('--pattern <regex>', 'only test files whose path matches')
    .addHelpText(
      'after',
      `
Suites:
${SUITES.map((suite) => `  ${suite.name.padEnd(12)}${suite.about}`).join('\n')}

With the variable CI set, the command also installs what apps need, if apt-get has it. A skipped app or test fails the suite,
and the command names what to install. Only the tests of these files may be skipped:
${PERMITTED.map(({ file, why }) => `  ${file}: ${why}`).join('\n')}`,
    )
    .action(async (name: string | undefined, options: { framework?: string[]; browser: string; pattern?: string }) => {
      const bar = new StepBar(new TimeEstimate());
      const times = new BusyTime();
      const { say, step } = bar;
      const suites = SUITES.filter((suite) => (name === undefined ? !suite.apart : suite.name === name));
      if (suites.some((suite) => suite.name !== 'check' && !suite.apart)) await ensureBrowser(options.browser, step);
      const chosen = selectApps(readApps(), options.framework);
      if (process.env.CI) await installTools(chosen, step, say);
      const named = namesSome(options.framework);
      // While tools are fetched and built, apps are too.
      const [apps] = await Promise.all([
        suites.every((suite) => suite.buildsItself) ? chosen : makeReady(chosen, named, say, step),
        ensureTools(new Set(suites.flatMap((suite) => suite.tools ?? [])), say, step),
      ]);
      bar.clear();
      times.end('set-up');
      const context: TestContext = { apps, browser: options.browser, pattern: options.pattern ?? null };
      const sum = await runSuites(suites, context, times, say);
      const wanting = process.env.CI ? demandAll(await appsLeftOut(chosen, apps), sum.skippedTests) : [];
      for (const sentence of wanting) console.error(`outcry: ${sentence}`);
      // A log of several suites is long: what failed is said again at its end.
      for (const { file, name, why } of sum.failedTests) say(`\nFAILED ${file}: ${name}\n${why}`);
      if (suites.length > 1) say(`\n${times.lines().join('\n')}`);
      const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
      console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
      if (sum.failed > 0 || wanting.length > 0) process.exitCode = EXIT.failed;
      else if (sum.passed === 0) process.exitCode = EXIT.usage;
    });
}

/**
 * Installs what some tests need.
 * @throws OutcryError (missing) with `CI` set. Without it, tests that lack a tool are skipped.
 */
async function ensureTools(
  tools: ReadonlySet<string>,
  say: (line: string) => void,
  step: (line: string) => void,
): Promise<void> {
  for (const tool of tools) {
    await ensureTool(tool, step).catch((error: Error) => {
      if (process.env.CI) throw error;
      say(error.message);
    });
  }
}

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

async function runChecks(): Promise<Counts> {
  return sumOf(
    await runCommands(
      [
        {
          dir: ROOT,
          commands: [
            [bin('biome'), 'check', '.'],
            [bin('tsc'), '--noEmit'],
          ],
        },
      ],
      1,
    ),
  );
}

/**
 * The tests of apps and of their kits, a folder more at once than there are cores: while some compile, another one waits for its packages or
 * its servers.
 */
async function runAppTests({ apps }: TestContext): Promise<Counts> {
  const kits = readKits().filter((kit) => apps.some((app) => kitsOf(app, [kit]).length > 0));
  const folders = [...kits, ...apps].map(({ dir, test = [] }) => ({ dir, commands: test }));
  // Those with most to do are not begun last, when nothing would run beside them.
  folders.sort((a, b) => b.commands.length - a.commands.length);
  return sumOf(await runCommands(folders, availableParallelism() + 1));
}

/** Jest projects of jest.config.mjs, one after the other. */
function jest(...projects: string[]): Suite['run'] {
  return async (context) => {
    const all: Counts[] = [];
    for (const project of projects) all.push(await runJest(project, context));
    return sumOf(all);
  };
}

/** The output of `verify --json`. */
interface VerifySum {
  passed: number;
  failed: number;
  frameworks: VerifyResult[];
}

/** Servers of each app at once: while more started together, clients gave up connecting. */
const SERVERS = 8;

/** Two apps at once, since much of what the suite does is waiting. With three, frameworks ended connections that had to wait for the CPU. */
async function runVerify({ apps }: TestContext): Promise<Counts> {
  const verifying = oneLargeAtOnce(apps).map(
    ({ id }) =>
      () =>
        verifyApp(id),
  );
  return sumOf(await atMost(2, verifying));
}

/** Each app with many transports before two with few, so that those with most to do are neither all at once nor the last. */
function oneLargeAtOnce(apps: readonly App[]): App[] {
  const transports = (app: App): number => transportsOf(app, 'console').length;
  const left = [...apps].sort((a, b) => transports(b) - transports(a));
  const ordered: App[] = [];
  while (left.length > 0) ordered.push(left.shift()!, ...left.splice(-2).reverse());
  return ordered;
}

async function verifyApp(id: string): Promise<Counts> {
  const argv = [
    ...process.execArgv,
    process.argv[1]!,
    'verify',
    id,
    '--short-lived',
    '--servers',
    `${SERVERS}`,
    '--json',
  ];
  const { stdout } = await execa(process.execPath, argv, {
    cwd: ROOT,
    reject: false,
    stdin: 'ignore',
    stderr: 'inherit',
  });
  try {
    const { passed, failed, frameworks } = JSON.parse(stdout) as VerifySum;
    for (const line of failureLines(frameworks)) console.error(line);
    return { passed, failed, skipped: 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
