/** `./outcry run`: measures frameworks and keeps the records. */
import type { Command } from 'commander';
import type { Condition } from '../loadtests/conditions/condition.ts';
import { findConditions } from '../loadtests/conditions/find.ts';
import type { RunOptions } from '../loadtests/runner/plan.ts';
import { type FoundScenario, findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { profilesOf } from '../loadtests/scenarios/profiles.ts';
import { mergeRuns } from '../merge/index.ts';
import { EXIT } from '../system/errors.ts';
import { answerLines } from './answers.ts';
import { conditionsAsked, withConditions } from './condition-options.ts';
import { sayFirstTables } from './first-tables.ts';
import { foundTable } from './found-table.ts';
import { withGate } from './gate.ts';
import { againOption, amount, list, whole, withApps, withJson, withResults } from './options.ts';
import { makeOutput } from './output.ts';
import { type PlacementOptions, placementOf, withPlacement } from './placement-options.ts';
import { closing, isInvalid } from './run-closing.ts';
import { planGate, type RunGate, type RunGateOptions } from './run-gate.ts';
import { type MeasureOptions, measure } from './run-session.ts';
import { runSummary } from './run-summary.ts';
import { readBefore } from './say-notices.ts';
import { givenParams, scenarioHelp, withScenarioOptions } from './scenario-options.ts';
import { checkSwarmOptions, networkHelp, type SwarmOptions, withSwarm } from './swarm-options.ts';
import { mergeTable } from './tables.ts';

interface Options
  extends Omit<RunOptions, 'params'>,
    Omit<MeasureOptions, 'params' | 'placement'>,
    SwarmOptions,
    PlacementOptions,
    RunGateOptions {
  swarm?: 'browser' | 'console';
  json: boolean;
}

const EXAMPLES = `Examples:
  ./outcry run
  ./outcry run --profile study --transports all --runs 3
  ./outcry run --swarm console --clients 1000 --scenario echo --transports websocket
  ./outcry run --swarm console --scenario ramp --of broadcast --grow clients --until 'p99 > 100 ms'
  ./outcry run --pin
  ./outcry run --server docker --server-cpus 0-1 --server-memory 512m`;

export async function addRunCommand(program: Command): Promise<void> {
  const [found, conditions] = [await findScenarios(), await findConditions()];
  const command = withPlacement(withSwarm(withApps(withJson(withResults(program.command('run'))))))
    .description('measure frameworks: a fresh server per run, a swarm of clients, one record per run')
    .option(
      '--frameworks <ids>',
      'only these frameworks, with commas between them; ID@VERSION for another version',
      list,
    )
    .option('--transports <names>', "only these transports, or all (default: the profile's)", list)
    .option('--profile <name>', 'a set of defaults, see below (default: the first of them)')
    .option('--scenario <name>', "the experiment, see below (default: the profile's)")
    .option('--runs <n>', 'repetitions of each framework and transport', whole(1, 1000))
    .option(
      '--warmup <seconds>',
      "load before measuring (default: each app's own, and until it has levelled)",
      amount(true, 600),
    )
    .option(
      '--wire',
      'count bytes, segments and HTTP requests: from a capture where it is allowed, else by a proxy that latencies then include',
      false,
    )
    .option(
      '--look <seconds>',
      'leave the machine alone for so long before the session and see whether it is fit to measure on; 0: do not look',
      amount(true, 600),
      10,
    )
    .addOption(againOption(0))
    .option('--note <text>', 'a remark that is kept with the runs')
    .option('--resume [session]', 'go on with an interrupted session (the newest, or the one named)')
    .option('--api <url>', 'post the records to this web API too')
    .option('--no-live', 'do not serve the charts while running')
    .option(
      '--against <baseline>',
      'compare what was measured with this session, file or folder of records, or with one of the frameworks that are measured',
    );
  withConditions(command, conditions);
  withGate(command);
  withScenarioOptions(command, found);
  const named = profilesOf(found).map(({ name, about }) => `  ${name.padEnd(12)}${about}`);
  command.addHelpText(
    'after',
    `\nProfiles:\n${named.join('\n')}\n\nScenarios, with their options and defaults:\n${scenarioHelp(found)}\n\n${networkHelp()}\n\n${EXAMPLES}`,
  );
  command.action((options: Options) => run(options, found, conditions));
}

async function run(options: Options, found: readonly FoundScenario[], conditions: readonly Condition[]): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  // What is wrong with a baseline is said before anything is measured.
  const gating = await planGate(options, found, output.say);
  const params = givenParams({ ...options }, found);
  const scenarios = scenarioAbouts(found);
  // A session that goes on does so where it began.
  const placement = options.resume === undefined ? await placementOf(options) : null;
  const under = conditionsAsked(options, conditions);
  const measured = await measure({ ...options, params, placement, conditions: under }, found, (events, say) =>
    sayFirstTables(events, scenarios, say),
  );
  const { session, results, result, notices, leftOut } = measured;
  const merges = mergeRuns(result.records);
  const answer = answerLines(merges, scenarios);
  const text = () =>
    [
      '',
      // With --markdown it goes where notices went.
      mergeTable(merges, scenarios, options.markdown ? notices : readBefore(notices)),
      ...(answer === '' ? [] : ['', answer]),
      ...(result.found.length > 0 ? ['', foundTable(result.found)] : []),
      '',
      closing(result.records, session, options.results),
    ].join('\n');
  let gate: RunGate | null = null;
  try {
    gate = gating?.gateOf(result.records) ?? null;
  } catch (error) {
    output.say(text()); // what was measured is worth showing, whatever it cannot be compared with
    throw error;
  }
  if (options.markdown) output.say(text());
  output.result(
    () => (options.markdown ? gate!.markdown() : [text(), ...(gate === null ? [] : ['', gate.text()])].join('\n')),
    () => ({
      session,
      results,
      runs: result.records.map(runSummary),
      ...(result.found.length > 0 ? { found: result.found } : {}),
      ...(gate === null ? {} : { comparison: gate.document() }),
    }),
  );
  if (result.records.some(isInvalid) || leftOut || gate?.failed) process.exitCode = EXIT.failed;
}
