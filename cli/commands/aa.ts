/** `./outcry aa`: an A/A test. It measures one framework in two arms; what differs between them is noise. */
import type { Command } from 'commander';
import type { Condition } from '../../loadtests/conditions/condition.ts';
import { conditionsAsked, findConditions } from '../../loadtests/conditions/find.ts';
import { type FoundScenario, findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { planHere } from '../../loadtests/session/plan/plan-here.ts';
import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import { rankedBy } from '../../merge/charts.ts';
import { type Noise, sameAgainstSame } from '../../merge/compare/same-against-same.ts';
import { mergeRuns } from '../../merge/index.ts';
import type { Merge } from '../../merge/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { EXIT, type ExitCode } from '../../system/errors.ts';
import { amount, whole, withApps, withJson, withPreflight, withResults } from '../options/common-options.ts';
import { conditionsHelp, withConditions } from '../options/condition-options.ts';
import { givenParams, scenarioHelp, withScenarioOptions } from '../options/scenario-options.ts';
import { checkSwarmOptions, withSwarm } from '../options/swarm-options.ts';
import { answerLines } from '../output/answer-text.ts';
import { alreadyShown, makeOutput } from '../output/print.ts';
import { closing, isInvalid } from '../output/run-closing.ts';
import { showSession } from '../output/show-session.ts';
import { mergeTable } from '../output/tables.ts';

interface Options extends SessionOptions {
  transport?: string;
  json: boolean;
}

const EXAMPLES = `Examples:
  ./outcry aa bare
  ./outcry aa bare --scenario echo --clients 200 --runs 20`;

export async function addAaCommand(program: Command): Promise<void> {
  const found = await findScenarios();
  const command = withSwarm(withApps(withJson(withResults(program.command('aa')))))
    .argument('<framework>', 'the framework')
    .description(
      'A/A test: measure one framework in two arms to learn the noise, and the smallest difference that runs can show',
    )
    .option('--transport <name>', "the transport (default: the framework's main one)")
    .option('--scenario <name>', "the experiment, see below (default: the usual profile's)")
    .option('--runs <n>', 'rounds', whole(3, 1000), 10)
    .option(
      '--warmup <seconds>',
      "warm-up load before measuring (default: the app's own time, then until latency is level)",
      amount(true, 600),
    );
  withPreflight(command);
  const conditions = await findConditions();
  withConditions(command, conditions);
  withScenarioOptions(command, found);
  command.addHelpText(
    'after',
    `\nScenarios, with their options and defaults:\n${scenarioHelp(found)}${conditionsHelp(conditions)}\n\n${EXAMPLES}`,
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
  const planned = await planHere(
    {
      ...options,
      params: givenParams({ ...options }, found),
      swarm: options.swarm ?? (options.browsers === undefined ? 'console' : 'browser'),
      frameworks: [framework],
      ...(options.transport === undefined ? {} : { transports: [options.transport] }),
      conditions: await conditionsAsked(options, conditions),
      asTwo: true,
      asUsual: true,
    },
    found,
  );
  const { session, results, records, notices, notMeasured } = await showSession(planned);
  const [merges, scenarios] = [mergeRuns(records), scenarioAbouts(found)];
  const { sentences, noise, exitCode } = outcomeOf(records, scenarios);
  output.result(
    () =>
      [
        '',
        mergeTable(merges, scenarios, alreadyShown(notices)),
        '',
        sentences,
        '',
        closing(records, session, options.results),
      ].join('\n'),
    () => ({ session, results, noise }),
  );
  if (exitCode !== EXIT.ok || notMeasured.length > 0) process.exitCode = EXIT.failed;
}

export interface Outcome {
  /** For people, each on a line. */
  sentences: string;
  /** For programs: the figures of the sentences, or the reason why there are none (`unknown`). */
  noise: object[];
  /** {@link EXIT}.failed when a run is invalid or the noise is unknown. */
  exitCode: ExitCode;
}

/** The outcome of the runs of both arms. */
export function outcomeOf(records: RunRecord[], scenarios: ScenarioAbout[]): Outcome {
  const merges = mergeRuns(records);
  const noise = noiseOf(merges, scenarios);
  const said = noise.length > 0 && noise.every((one) => !('unknown' in one));
  return {
    sentences: noise.length > 0 ? answerLines(merges, scenarios) : 'No run shows how large the noise is.',
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
