/** `./outcry run`: measures frameworks and keeps the records. */
import { type Command, Option } from 'commander';
import type { Condition } from '../../loadtests/conditions/condition.ts';
import { conditionsAsked, findConditions } from '../../loadtests/conditions/find.ts';
import { type FoundScenario, findScenarios, rolesIn, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { profilesOf } from '../../loadtests/scenarios/profiles.ts';
import { planHere } from '../../loadtests/session/plan/plan-here.ts';
import { USUAL_SECONDS } from '../../loadtests/session/plan/plan-session.ts';
import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import { lastRoundSeconds } from '../../loadtests/session/schedule/stopping.ts';
import type { Found } from '../../loadtests/session/session.ts';
import { DEFAULT_DETECT_PERCENT } from '../../merge/compare/answers.ts';
import { mergeRuns } from '../../merge/index.ts';
import { noticesOf } from '../../merge/text/notices.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { EXIT } from '../../system/errors.ts';
import {
  amount,
  duration,
  list,
  percent,
  whole,
  withApps,
  withJson,
  withPreflight,
  withResults,
  withRetries,
  withShortHelp,
} from '../options/common-options.ts';
import { conditionsHelp, withConditions } from '../options/condition-options.ts';
import { planGate, type RunGate, type RunGateOptions, withGate } from '../options/gate-options.ts';
import { givenParams, scenarioHelp, withScenarioOptions } from '../options/scenario-options.ts';
import { checkSwarmOptions, withSwarm } from '../options/swarm-options.ts';
import { answerLines } from '../output/answer-text.ts';
import { summaryOf } from '../output/end-of-run.ts';
import { wrap } from '../output/narrow-table.ts';
import { alreadyShown, makeOutput, printable, table } from '../output/print.ts';
import { closing, invalidLines, isInvalid, notMeasuredLines } from '../output/run-closing.ts';
import { runSummary } from '../output/run-summary.ts';
import { type Shown, showSession } from '../output/show-session.ts';
import { mergeTable } from '../output/tables.ts';

interface Options extends SessionOptions, RunGateOptions {
  live: boolean;
  api?: string;
  json: boolean;
}

/** The options that `--help` shows; `--help all` shows all of them. */
const MOST_USED = [
  ...['frameworks', 'transports', 'scenario', 'profile', 'swarm', 'browsers', 'clients', 'time', 'difference', 'runs'],
  ...['resume', 'results', 'json'],
];

const EXAMPLES = `Examples:
  ./outcry run
  ./outcry run --profile study --transports all --runs 3
  ./outcry run --swarm console --clients 1000 --scenario echo --transports websocket
  ./outcry run --swarm console --scenario ramp --of broadcast --grow clients --until 'p99 > 100 ms'
  ./outcry run --pin
  ./outcry run --server docker --server-cpus 0-1 --server-memory 512m`;

export async function addRunCommand(program: Command): Promise<void> {
  const [found, conditions] = [await findScenarios(), await findConditions()];
  const command = withSwarm(withApps(withJson(withResults(program.command('run')))))
    .description('measure frameworks: a fresh server per run, a swarm of clients, one record per run')
    .option(
      '--frameworks <ids>',
      'only these frameworks, with commas between them; ID@VERSION for another version, all for every one',
      list,
    )
    .option('--transports <names>', "only these transports, or all (default: the profile's)", list)
    .option('--profile <name>', `a set of defaults (default: ${profilesOf(found)[0]!.name})`)
    .option('--scenario <name>', "the experiment (default: the profile's)")
    .addOption(
      new Option(
        '--time <time>',
        `rounds go on for so long, without what is installed and built before; four rounds at least (default: ${USUAL_SECONDS / 60}m)`,
      ).argParser(duration),
    )
    .addOption(
      new Option('--difference <percent>', 'frameworks that differ by less are alike')
        .argParser(percent)
        .default(DEFAULT_DETECT_PERCENT, `${DEFAULT_DETECT_PERCENT}%`),
    )
    .option('--until-decided', 'end before that when every pair of frameworks is told apart or alike', false)
    .option('--runs <n>', 'a fixed number of rounds instead', whole(1, 1000))
    .option(
      '--warmup <seconds>',
      "warm-up load before measuring (default: each app's own time, then until latency is level)",
      amount(true, 600),
    )
    .option(
      '--wire',
      'count bytes, segments and HTTP requests, by a capture where allowed, else by a proxy, which adds to latencies',
      false,
    )
    .option('--note <text>', 'a remark to keep with the runs')
    .option(
      '--resume [session]',
      'continue an interrupted session (default: the newest); --runs and --retries may differ',
    )
    .option('--api <url>', 'post the records to this web API too')
    .option('--no-live', 'do not serve the charts while running')
    .option(
      '--against <baseline>',
      'compare the results with this session, file or folder of records, or with one of the measured frameworks',
    );
  withRetries(withPreflight(command), 0);
  withConditions(command, conditions);
  withGate(command);
  withScenarioOptions(command, found);
  const named = profilesOf(found).map(({ name, about }) => `  ${name.padEnd(12)}${about}`);
  const names = found.map(({ scenario }) => scenario.name).join(', ');
  withShortHelp(command, MOST_USED, {
    short: `\n${wrap(`Scenarios: ${names}.`, 80).join('\n')}\n\n${EXAMPLES}`,
    all: `\nProfiles:\n${named.join('\n')}\n\nScenarios, with their options and defaults:\n${scenarioHelp(found)}${conditionsHelp(conditions)}\n\n${EXAMPLES}`,
  });
  command.action((options: Options) => run(options, found, conditions));
}

/** The results of searches, one line per framework and transport. */
const foundTable = (found: Found[]): string =>
  table(
    ['framework', 'transport', 'found'],
    found.map(({ frameworkLabel, transport, result }) => [frameworkLabel, transport, result.sentence]),
  );

/** The order of the rows; of a search, or of several loads, the tables. @param percent rows that differ by less are alike */
function closingLines(
  { session, results, records, found, notices, notMeasured }: Shown,
  percent: number,
  markdown: boolean,
  scenarios: ScenarioAbout[],
): string[] {
  // With --markdown this goes where notices went.
  const shown = markdown ? notices : alreadyShown(notices);
  const roundSeconds = lastRoundSeconds(records);
  const summary = summaryOf({ records, scenarios, session, results, percent, roundSeconds });
  const merges = mergeRuns(records);
  if (summary !== null) {
    const others = noticesOf(merges).filter((notice) => !shown.has(notice));
    return [
      summary,
      ...notMeasuredLines(notMeasured),
      ...others.map((notice) => printable(`Notice: ${notice}`)),
      ...invalidLines(records),
    ];
  }
  const answer = answerLines(merges, scenarios);
  return [
    mergeTable(merges, scenarios, shown),
    ...(answer === '' ? [] : ['', answer]),
    ...(found.length > 0 ? ['', foundTable(found)] : []),
    '',
    closing(records, session, results),
    ...notMeasuredLines(notMeasured),
  ];
}

async function run(options: Options, found: readonly FoundScenario[], conditions: readonly Condition[]): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  // A wrong baseline ends the command before anything is measured.
  const gating = await planGate(options, found, output.say);
  const resumes = options.resume !== undefined;
  const planned = await planHere(
    {
      ...options,
      params: givenParams({ ...options }, found),
      // A session that goes on does so where it began.
      conditions: resumes ? {} : await conditionsAsked(options, conditions),
      usualOnly: !resumes && options.frameworks === undefined,
      rankableOnly: !resumes && options.frameworks === undefined && options.profile === undefined,
      asUsual: !resumes && options.profile === undefined,
    },
    found,
  );
  const shown = await showSession(planned, options);
  const { session, results, records, notMeasured } = shown;
  const scenarios = scenarioAbouts(found);
  const text = () => ['', ...closingLines(shown, planned.plan.percent, options.markdown, scenarios)].join('\n');
  let gate: RunGate | null = null;
  try {
    gate = gating?.gateOf(records) ?? null;
  } catch (error) {
    output.say(text()); // the results are worth showing even when the comparison is impossible
    throw error;
  }
  if (options.markdown) output.say(text());
  output.result(
    () => (options.markdown ? gate!.markdown() : [text(), ...(gate === null ? [] : ['', gate.text()])].join('\n')),
    () => ({
      session,
      results,
      runs: records.map((record) => runSummary(record, rolesIn(found, record.identity.scenario))),
      ...(notMeasured.length > 0 ? { notMeasured } : {}),
      ...(shown.found.length > 0 ? { found: shown.found } : {}),
      ...(gate === null ? {} : { comparison: gate.document() }),
    }),
  );
  const lacksNamed = planned.plan.named && notMeasured.length > 0;
  if (records.some(isInvalid) || lacksNamed || gate?.failed) process.exitCode = EXIT.failed;
}
