/** `./outcry aa`: measures one framework as two, and says what differs where nothing does. */
import type { Command } from 'commander';
import type { Condition } from '../loadtests/conditions/condition.ts';
import { findConditions } from '../loadtests/conditions/find.ts';
import { type FoundScenario, findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { rankedBy } from '../merge/charts.ts';
import { mergeRuns } from '../merge/index.ts';
import { type Noise, sameAgainstSame } from '../merge/same-against-same.ts';
import type { Merge } from '../merge/types.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { EXIT, type ExitCode } from '../system/errors.ts';
import { answerLines } from './answers.ts';
import { conditionsAsked, withConditions } from './condition-options.ts';
import { amount, whole, withApps, withJson, withResults } from './options.ts';
import { makeOutput } from './output.ts';
import { type PlacementOptions, placementOf, withPlacement } from './placement-options.ts';
import { closing, isInvalid } from './run-closing.ts';
import { measure } from './run-session.ts';
import { readBefore } from './say-notices.ts';
import { givenParams, scenarioHelp, withScenarioOptions } from './scenario-options.ts';
import { checkSwarmOptions, networkHelp, type SwarmOptions, withSwarm } from './swarm-options.ts';
import { mergeTable } from './tables.ts';

interface Options extends SwarmOptions, PlacementOptions {
  apps?: string[];
  transport?: string;
  scenario?: string;
  runs: number;
  warmup?: number;
  look: number;
  results: string;
  json: boolean;
}

const EXAMPLES = `Examples:
  ./outcry aa bare
  ./outcry aa bare --scenario echo --clients 200 --runs 20`;

export async function addAaCommand(program: Command): Promise<void> {
  const found = await findScenarios();
  const command = withPlacement(withSwarm(withApps(withJson(withResults(program.command('aa'))))))
    .argument('<framework>', 'the framework')
    .description(
      'measure one framework as two in the same rounds: how large the noise is, and which difference runs can show',
    )
    .option('--transport <name>', "the transport (default: the framework's main one)")
    .option('--scenario <name>', "the experiment, see below (default: the usual profile's)")
    .option('--runs <n>', 'rounds', whole(3, 1000), 10)
    .option(
      '--warmup <seconds>',
      "load before measuring (default: the app's own, and until it has levelled)",
      amount(true, 600),
    )
    .option('--look <seconds>', 'leave the machine alone for so long first; 0: do not look', amount(true, 600), 10);
  const conditions = await findConditions();
  withConditions(command, conditions);
  withScenarioOptions(command, found);
  command.addHelpText(
    'after',
    `\nScenarios, with their options and defaults:\n${scenarioHelp(found)}\n\n${networkHelp()}\n\n${EXAMPLES}`,
  );
  command.action((framework: string, options: Options) => run(framework, options, found, conditions));
}

async function run(
  framework: string,
  options: Options,
  found: readonly FoundScenario[],
  conditions: readonly Condition[],
): Promise<void> {
  const output = makeOutput(options.json);
  checkSwarmOptions(options);
  const { session, results, result, notices, leftOut } = await measure(
    {
      ...options,
      params: givenParams({ ...options }, found),
      placement: await placementOf(options),
      swarm: options.swarm ?? (options.browsers === undefined ? 'console' : 'browser'),
      frameworks: [framework],
      ...(options.transport === undefined ? {} : { transports: [options.transport] }),
      conditions: conditionsAsked(options, conditions),
      asTwo: true,
      live: false,
      wire: false,
    },
    found,
  );
  const [merges, scenarios] = [mergeRuns(result.records), scenarioAbouts(found)];
  const { sentences, noise, exitCode } = outcomeOf(result.records, scenarios);
  output.result(
    () =>
      [
        '',
        mergeTable(merges, scenarios, readBefore(notices)),
        '',
        sentences,
        '',
        closing(result.records, session, options.results),
      ].join('\n'),
    () => ({ session, results, noise }),
  );
  if (exitCode !== EXIT.ok || leftOut) process.exitCode = EXIT.failed;
}

export interface Outcome {
  /** For people, each on a line. */
  sentences: string;
  /** For programs: the same figures that the sentences have, or the reason why there are none (`unknown`). */
  noise: object[];
  /** {@link EXIT}.failed where a run is invalid, or nothing can be said of the noise, which is what was asked for. */
  exitCode: ExitCode;
}

/** What the runs of both halves say. */
export function outcomeOf(records: RunRecord[], scenarios: ScenarioAbout[]): Outcome {
  const merges = mergeRuns(records);
  const noise = noiseOf(merges, scenarios);
  const said = noise.length > 0 && noise.every((one) => !('unknown' in one));
  return {
    sentences: noise.length > 0 ? answerLines(merges, scenarios) : 'There is no run that says anything of the noise.',
    noise: noise.map(({ row: { combination }, ...one }) => ({
      framework: combination.framework,
      transport: combination.transport,
      ...one,
    })),
    exitCode: said && !records.some(isInvalid) ? EXIT.ok : EXIT.failed,
  };
}

function noiseOf(merges: Merge[], scenarios: ScenarioAbout[]): Noise[] {
  if (merges[0] === undefined) return [];
  return sameAgainstSame(merges, rankedBy(merges[0].combination.scenario, scenarios, merges));
}
