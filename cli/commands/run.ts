/** `./outcry run`: measures frameworks and keeps the records. */
import { type Command, Option } from 'commander';
import type { Condition } from '../../loadtests/conditions/condition.ts';
import { conditionsAsked, findConditions } from '../../loadtests/conditions/find.ts';
import { type FoundScenario, findScenarios, rolesIn, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { profilesOf } from '../../loadtests/scenarios/profiles.ts';
import { type Measured, type MeasureOptions, measure } from '../../loadtests/session/plan/run-session.ts';
import type { RunOptions } from '../../loadtests/session/plan/session-plan.ts';
import { lastRoundSeconds, USUAL_SECONDS } from '../../loadtests/session/schedule/enough.ts';
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
import { withGate } from '../options/gate-options.ts';
import { planGate, type RunGate, type RunGateOptions } from '../options/run-gate.ts';
import { givenParams, scenarioHelp, withScenarioOptions } from '../options/scenario-options.ts';
import { checkSwarmOptions, type SwarmOptions, withSwarm } from '../options/swarm-options.ts';
import { answerLines } from '../output/answer-text.ts';
import { summaryOf } from '../output/end-of-run.ts';
import { wrap } from '../output/narrow-table.ts';
import { makeOutput, printable, table } from '../output/print.ts';
import { readBefore } from '../output/print-notices.ts';
import { closing, invalidLines, isInvalid } from '../output/run-closing.ts';
import { runSummary } from '../output/run-summary.ts';
import { mergeTable } from '../output/tables.ts';

interface Options
  extends Omit<RunOptions, 'params' | 'difference'>,
    Omit<MeasureOptions, 'params' | 'difference' | 'time'>,
    SwarmOptions,
    RunGateOptions {
  swarm?: 'browser' | 'console';
  difference: number;
  /** Seconds. */
  time: number;
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
      'only these frameworks, with commas between them; ID@VERSION for another version',
      list,
    )
    .option('--transports <names>', "only these transports, or all (default: the profile's)", list)
    .option('--profile <name>', `a set of defaults (default: ${profilesOf(found)[0]!.name})`)
    .option('--scenario <name>', "the experiment (default: the profile's)")
    .addOption(
      new Option(
        '--time <time>',
        'rounds go on until the order is decided, or for so long in all; three rounds at least',
      )
        .argParser(duration)
        .default(USUAL_SECONDS, `${USUAL_SECONDS / 60}m`),
    )
    .addOption(
      new Option('--difference <percent>', 'frameworks that differ by less are alike')
        .argParser(percent)
        .default(DEFAULT_DETECT_PERCENT, `${DEFAULT_DETECT_PERCENT}%`),
    )
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
const foundTable = (found: Measured['result']['found']): string =>
  table(
    ['framework', 'transport', 'found'],
    found.map(({ frameworkLabel, transport, result }) => [frameworkLabel, transport, result.sentence]),
  );

/** The order of the rows; of a search, or of several loads, the tables. */
function closingLines({
  session,
  result: { records, found },
  percent: alike,
  notices,
  options,
  scenarios,
}: Measured & { options: Options; scenarios: ScenarioAbout[] }): string[] {
  // With --markdown this goes where notices went.
  const said = options.markdown ? notices : readBefore(notices);
  const roundSeconds = lastRoundSeconds(records);
  const { results } = options;
  const summary = summaryOf({ records, scenarios, session, results, percent: alike, roundSeconds });
  const merges = mergeRuns(records);
  if (summary !== null) {
    const unsaid = noticesOf(merges).filter((notice) => !said.has(notice));
    return [summary, ...unsaid.map((notice) => printable(`Notice: ${notice}`)), ...invalidLines(records)];
  }
  const answer = answerLines(merges, scenarios);
  return [
    mergeTable(merges, scenarios, said),
    ...(answer === '' ? [] : ['', answer]),
    ...(found.length > 0 ? ['', foundTable(found)] : []),
    '',
    closing(records, session, results),
  ];
}

async function run(options: Options, found: readonly FoundScenario[], conditions: readonly Condition[]): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  // A wrong baseline ends the command before anything is measured.
  const gating = await planGate(options, found, output.say);
  const params = givenParams({ ...options }, found);
  const scenarios = scenarioAbouts(found);
  // A session that goes on does so where it began.
  const under = options.resume === undefined ? await conditionsAsked(options, conditions) : {};
  const rankableOnly =
    options.resume === undefined && options.frameworks === undefined && options.profile === undefined;
  const measured = await measure({ ...options, params, conditions: under, rankableOnly }, found);
  const { session, results, result, someSkipped } = measured;
  const text = () => ['', ...closingLines({ ...measured, options, scenarios })].join('\n');
  let gate: RunGate | null = null;
  try {
    gate = gating?.gateOf(result.records) ?? null;
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
      runs: result.records.map((record) => runSummary(record, rolesIn(found, record.identity.scenario))),
      ...(result.found.length > 0 ? { found: result.found } : {}),
      ...(gate === null ? {} : { comparison: gate.document() }),
    }),
  );
  if (result.records.some(isInvalid) || someSkipped || gate?.failed) process.exitCode = EXIT.failed;
}
