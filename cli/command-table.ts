/** The commands by name. The code of one is loaded when it is asked for: loading all takes longer than most of them. */
import type { Command } from 'commander';
import { IS_INSTALLED } from '../system/root.ts';

interface Entry {
  /** It builds or starts something, so it needs a checkout that can be written. */
  builds?: true;
  /** For those who work on Outcry: an installed package has neither tests nor kept records. */
  inCheckout?: true;
  /** The command with its arguments, and its description, as `./outcry --help` shows them. */
  usage: string;
  about: string;
  /** Loads the function that adds the command, with its options, to the program. */
  load(): Promise<(program: Command) => void | Promise<void>>;
}

export const COMMANDS: Readonly<Record<string, Entry>> = {
  setup: {
    builds: true,
    usage: 'setup [options]',
    about: 'install missing tools (browser, driver, compilers, packages) and build the apps',
    load: async () => (await import('./commands/setup.ts')).addSetupCommand,
  },
  doctor: {
    usage: 'doctor [options]',
    about: 'show for each tool whether it is here, its version, its use and how to get it',
    load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  },
  run: {
    builds: true,
    usage: 'run [options]',
    about: 'measure frameworks: a fresh server per run, a swarm of clients, one record per run',
    load: async () => (await import('./commands/run.ts')).addRunCommand,
  },
  aa: {
    builds: true,
    usage: 'aa [options] <framework>',
    about:
      'A/A test: measure one framework in two arms to learn the noise, and the smallest difference that runs can show',
    load: async () => (await import('./commands/aa.ts')).addAaCommand,
  },
  swarm: {
    builds: true,
    usage: 'swarm [options]',
    about: 'connect clients that say nothing to one framework and hold them: ./outcry run --scenario idle',
    load: async () => (await import('./commands/swarm.ts')).addSwarmCommand,
  },
  verify: {
    builds: true,
    usage: 'verify [options] [frameworks...]',
    about: 'check from outside that apps follow the protocol, over each of their transports',
    load: async () => (await import('./commands/verify.ts')).addVerifyCommand,
  },
  auction: {
    builds: true,
    usage: 'auction [options] <framework>',
    about: "serve one framework's auction house on this machine until Ctrl-C",
    load: async () => (await import('./commands/auction.ts')).addAuctionCommand,
  },
  footprint: {
    usage: 'footprint [options]',
    about: 'measure client code, lines of code and packages of each framework',
    load: async () => (await import('./commands/footprint.ts')).addFootprintCommand,
  },
  charts: {
    builds: true,
    usage: 'charts [options]',
    about: 'serve the chart merger and the web API until Ctrl-C',
    load: async () => (await import('./commands/charts.ts')).addChartsCommand,
  },
  study: {
    builds: true,
    usage: 'study [options] <study>',
    about: 'repeat a study and judge each of its claims',
    load: async () => (await import('./commands/study.ts')).addStudyCommand,
  },
  findings: {
    inCheckout: true,
    usage: 'findings [options]',
    about:
      'write docs/findings.md, docs/recovery.md and docs/findings/ from the records of studies that come with Outcry',
    load: async () => (await import('./commands/findings.ts')).addFindingsCommand,
  },
  report: {
    usage: 'report [options]',
    about: 'merge runs and print or write their figures',
    load: async () => (await import('./commands/report.ts')).addReportCommand,
  },
  publish: {
    builds: true,
    usage: 'publish [options] <dir> [sessions...]',
    about: 'write a static site: what to choose, the studies, the method, charts of sessions, the raw records',
    load: async () => (await import('./commands/publish.ts')).addPublishCommand,
  },
  export: {
    usage: 'export [options] [sessions...]',
    about: 'print records in the format of another tool',
    load: async () => (await import('./commands/export.ts')).addExportCommand,
  },
  compare: {
    usage: 'compare [options] <baseline> <runs>',
    about: 'compare runs with a baseline: ratios with intervals, and conditions that can fail',
    load: async () => (await import('./commands/compare.ts')).addCompareCommand,
  },
  history: {
    usage: 'history [options] <framework>',
    about: 'show a figure over versions, or over sessions, and name the points where it changed',
    load: async () => (await import('./commands/history.ts')).addHistoryCommand,
  },
  import: {
    usage: 'import [options] <files...>',
    about: "take in run records, packed sessions, or the raw files of study A's runs",
    load: async () => (await import('./commands/import.ts')).addImportCommand,
  },
  pack: {
    usage: 'pack [options] <sessions...>',
    about: 'put a finished session into one compressed file, which is read and resumed as before',
    load: async () => (await import('./commands/pack.ts')).addPackCommand,
  },
  completion: {
    usage: 'completion <shell>',
    about: 'print the script by which a shell completes commands, options and values',
    load: async () => (await import('./commands/completion.ts')).addCompletionCommand,
  },
  new: {
    usage: 'new',
    about: 'write a small app, scenario or condition of your own to begin with',
    load: async () => (await import('./commands/new.ts')).addNewCommand,
  },
  test: {
    inCheckout: true,
    builds: true,
    usage: 'test [options] [suite]',
    about: 'set up what is needed and run the tests',
    load: async () => (await import('./dev/test.ts')).addTestCommand,
  },
  generate: {
    inCheckout: true,
    usage: 'generate',
    about: 'write the files generated from apps/: docker-compose.yml, README.md, docs/apps-beside-frameworks.md',
    load: async () => (await import('./dev/generate.ts')).addGenerateCommand,
  },
  github: {
    usage: 'github',
    about: 'what workflows on GitHub call: gates, touched apps, comments',
    load: async () => (await import('./github/github.ts')).addGithubCommand,
  },
};

/** The hidden command that shells ask for completions; `completion` adds it. */
const COMPLETE = 'complete';

export interface Needed {
  /** Commands whose code is loaded. */
  code: readonly string[];
  /** Commands of which the options and arguments are enough. */
  outlines: readonly string[];
}

/** The commands that `words` of the command line need: the one that is asked for, that `help` explains, or of which a word is completed. */
export function neededFor(words: readonly string[]): Needed {
  const [asked, about, ...more] = words.filter((word) => !word.startsWith('-'));
  if (asked === COMPLETE) {
    // `complete -- run` is about the name itself, `complete -- run --fr` about the options.
    const isWhole = about !== undefined && (more.length > 0 || words.at(-1) !== about);
    return { code: ['completion'], outlines: isWhole ? [about] : [] };
  }
  const name = asked === 'help' ? about : asked;
  return { code: name === undefined ? [] : [name], outlines: [] };
}

/** Adds all commands in their order: those that are needed, and the others as `--help` and messages about mistakes show them. */
export async function addCommands(program: Command, { code, outlines }: Needed): Promise<void> {
  for (const [name, { usage, about, load, inCheckout }] of Object.entries(COMMANDS)) {
    if (inCheckout && IS_INSTALLED) continue;
    if (code.includes(name)) await (await load())(program);
    else if (outlines.includes(name)) await (await import('./outlines.ts')).addOutline(program, name, load);
    else program.command(usage).description(about);
  }
}
