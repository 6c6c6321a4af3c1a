/** `./outcry test`: sets up what the tests need, runs them all, ends with one closing line. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { execa } from 'execa';
import { failureLines } from '../loadtests/verify/table.ts';
import type { VerifyResult } from '../loadtests/verify/verify.ts';
import { type App, readApps } from '../setup/apps/manifest.ts';
import { makeReady } from '../setup/apps/ready.ts';
import { selectApps } from '../setup/apps/select.ts';
import { ensureBrowser } from '../setup/tools/browser.ts';
import { ensureTool } from '../setup/tools/install.ts';
import { EXIT } from '../system/errors.ts';
import { spawnOwned } from '../system/processes.ts';
import { ROOT } from '../system/root.ts';
import { runContainers } from './containers-suite.ts';
import { runJest, type TestContext } from './jest-suite.ts';
import { appsLeftOut, demandAll, PERMITTED, type SkippedTest, toolsOf } from './left-out.ts';
import { type Counts, NODE_LINES, runNodeLines } from './node-lines.ts';
import { list } from './options.ts';
import { minutes, Outlook } from './outlook.ts';
import { StepBar } from './step-bar.ts';

interface Suite {
  name: string;
  about: string;
  /** About how long it takes on two cores, seconds; what it took the last time here counts more. */
  seconds: number;
  /** Not part of all: it runs when it is asked for. */
  apart?: boolean;
  /** It builds what it needs by itself: no app is left out because its toolchain is not on this machine. */
  buildsItself?: boolean;
  /** What some of its tests need beside the browser, and what is installed for them. */
  tools?: string[];
  run(context: TestContext): Promise<Counts>;
}

const SUITES: Suite[] = [
  { name: 'check', seconds: 10, about: 'format, lint and types', run: runChecks },
  {
    name: 'unit',
    seconds: 300,
    about: 'jest tests of the pure parts and of the web API',
    tools: ['mariadb'],
    run: jest('unit'),
  },
  { name: 'apps', seconds: 90, about: "the apps' own tests, by their own runners", run: runAppTests },
  { name: 'verify', seconds: 240, about: 'the conformance suite on every app and transport', run: runVerify },
  { name: 'page', seconds: 400, about: 'the pages in a real browser', run: jest('page') },
  {
    name: 'fault',
    seconds: 420,
    about: 'what happens when something is killed, full or taken',
    tools: ['mariadb', 'tcpdump', 'tshark', 'toxiproxy', 'faketime', 'schemathesis'],
    run: jest('fault'),
  },
  {
    name: 'functional',
    seconds: 400,
    about: 'the auction house in real browsers, every app and transport',
    run: jest('functional'),
  },
  {
    name: 'nodes',
    seconds: 1_500,
    apart: true,
    about: `unit tests and conformance suite on Node.js ${NODE_LINES.join(', ')}; not part of all`,
    run: ({ apps, pattern }) => runNodeLines(apps, pattern, (line) => console.error(line)),
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

/** What suites took the last time, seconds, by name. */
function rememberedSeconds(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(REMEMBERED, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

/** Runs `suites` one after the other, saying before each where it is and about how long the rest takes. */
async function runSuites(
  suites: Suite[],
  context: TestContext,
  say: (line: string) => void,
): Promise<Required<Counts>> {
  const sum = { passed: 0, failed: 0, skipped: 0, skippedTests: [] as SkippedTest[] };
  const whole = context.pattern === null;
  const remembered = rememberedSeconds();
  const outlook = new Outlook();
  for (const { name, seconds } of suites) outlook.expect(name, remembered[name] ?? seconds);
  for (const [index, suite] of suites.entries()) {
    const left = whole ? `; ${minutes(outlook.elapsed)} so far, about ${minutes(outlook.left)} to go` : '';
    say(`\n== [${index + 1}/${suites.length}] ${suite.name}: ${suite.about}${left}`);
    const begun = performance.now();
    outlook.begin(suite.name);
    const counts = await suite.run(context);
    outlook.end(suite.name);
    if (whole) remember(suite.name, (performance.now() - begun) / 1000);
    say(`== ${suite.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
    sum.skippedTests.push(...(counts.skippedTests ?? []));
  }
  return sum;
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

Where the variable CI is set, what apps need is installed too, as far as apt-get has it; and an app that is left out or a test that is
skipped makes it end as failed, and is named with what to install; the few tests that may be skipped there are those of:
${PERMITTED.map(({ file, why }) => `  ${file}: ${why}`).join('\n')}`,
    )
    .action(async (name: string | undefined, options: { framework?: string[]; browser: string; pattern?: string }) => {
      const bar = new StepBar(new Outlook());
      const { say, step } = bar;
      const suites = SUITES.filter((suite) => (name === undefined ? !suite.apart : suite.name === name));
      if (suites.some((suite) => suite.name !== 'check' && !suite.apart)) await ensureBrowser(options.browser, step);
      await ensureTools(new Set(suites.flatMap((suite) => suite.tools ?? [])), say, step);
      const chosen = selectApps(readApps(), options.framework);
      if (process.env.CI) await installFor(chosen, say, step);
      const named = options.framework !== undefined;
      const apps = suites.every((suite) => suite.buildsItself) ? chosen : await makeReady(chosen, named, say, step);
      bar.clear();
      const context: TestContext = { apps, browser: options.browser, pattern: options.pattern ?? null };
      const sum = await runSuites(suites, context, say);
      const wanting = process.env.CI ? demandAll(await appsLeftOut(chosen, apps), sum.skippedTests) : [];
      for (const sentence of wanting) console.error(`outcry: ${sentence}`);
      const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
      console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
      if (sum.failed > 0 || wanting.length > 0) process.exitCode = EXIT.failed;
      else if (sum.passed === 0) process.exitCode = EXIT.usage;
    });
}

/**
 * What some tests cannot do without, where it can be had.
 * @throws OutcryError (missing) where `CI` is set: nothing is left out there without a word. Elsewhere those tests are skipped.
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

/**
 * Installs what `apps` cannot do without, where Outcry can; an app that still lacks something is left out, and said to be.
 * On a person's own machine it is theirs to say whether there is to be another compiler, or a service.
 */
async function installFor(
  apps: readonly App[],
  say: (line: string) => void,
  step: (line: string) => void,
): Promise<void> {
  for (const tool of toolsOf(apps)) await ensureTool(tool, step).catch((error: Error) => say(error.message));
}

/** Runs a command with its output shown; resolves to whether it succeeded. */
function succeeds(argv: string[], cwd: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawnOwned(argv, {
      label: argv.slice(0, 2).join(' '),
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function runAll(commands: { argv: string[]; cwd: string }[]): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { argv, cwd } of commands) {
    if (await succeeds(argv, cwd)) counts.passed += 1;
    else counts.failed += 1;
  }
  return counts;
}

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name);

function runChecks(): Promise<Counts> {
  return runAll([
    { argv: [bin('biome'), 'check', '.'], cwd: ROOT },
    { argv: [bin('tsc'), '--noEmit'], cwd: ROOT },
  ]);
}

function runAppTests({ apps }: TestContext): Promise<Counts> {
  return runAll(apps.flatMap((app) => (app.test ?? []).map((argv) => ({ argv, cwd: app.dir }))));
}

/** A jest project of jest.config.mjs. */
function jest(project: string): Suite['run'] {
  return (context) => runJest(project, context);
}

/** What `verify --json` prints. */
interface VerifySum {
  passed: number;
  failed: number;
  frameworks: VerifyResult[];
}

async function runVerify({ apps }: TestContext): Promise<Counts> {
  const result = await execa(
    process.execPath,
    [...process.execArgv, process.argv[1]!, 'verify', ...apps.map((a) => a.id), '--json'],
    {
      cwd: ROOT,
      reject: false,
      stdin: 'ignore',
      stderr: 'inherit',
    },
  );
  try {
    const { passed, failed, frameworks } = JSON.parse(String(result.stdout)) as VerifySum;
    for (const line of failureLines(frameworks)) console.error(line);
    return { passed, failed, skipped: 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
