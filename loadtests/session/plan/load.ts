/** The load of a session: its scenario with parameters, and the runs of each combination. Pure. */
import { rankedNames } from '../../../merge/compare/ranked.ts';
import type { Params, ParamValue } from '../../../protocol/run-record.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { rounds } from '../../plans/rounds.ts';
import { type FoundScenario, rankedByIn, scenarioNamed } from '../../scenarios/find.ts';
import { optionName, readParams } from '../../scenarios/param-values.ts';
import type { Plan, Scenario } from '../../scenarios/scenario.ts';
import type { Asked } from '../record/run-id.ts';

/** Most clients that a console swarm is asked to hold. The machine's own limit is checked when the swarm is launched. */
const CONSOLE_ROOM = 100_000;

export interface Load {
  /** Plain runs of the session; those of a search differ from them. */
  asked: Asked;
  /** The search that the runs are steps of; null: they are repetitions. */
  search: { name: string; params: Params } | null;
}

/** @throws OutcryError (wrong use) for a value that cannot be */
function paramsOf(scenario: Scenario, given: Record<string, ParamValue>): Params {
  const read = readParams(scenario, given);
  if ('wrong' in read) throw new OutcryError(read.wrong, EXIT.usage);
  return read.params;
}

/** @throws OutcryError (wrong use) for parameters that none of the scenarios has */
function demandKnown(given: Record<string, ParamValue>, scenarios: readonly Scenario[]): void {
  for (const name of Object.keys(given)) {
    if (scenarios.some(({ params }) => Object.hasOwn(params, name))) continue;
    const names = scenarios.flatMap(({ params }) => Object.keys(params));
    const has = names.length === 0 ? 'has no options of its own' : `has ${names.map(optionName).join(', ')}`;
    const [{ name: scenario }] = scenarios as [Scenario];
    throw new OutcryError(`${optionName(name)} is no option of the scenario ${scenario}, which ${has}`, EXIT.usage);
  }
}

/** The load, whose clients are still to be counted. */
type Countless = Omit<Load, 'asked'> & { asked: Omit<Asked, 'clients'> };

/** @throws OutcryError (wrong use) for an unknown scenario or parameter, and for a value that cannot be */
export function loadOf(
  name: string,
  given: Record<string, ParamValue>,
  scenarios: readonly FoundScenario[],
): Countless {
  const { scenario } = scenarioNamed(scenarios, name);
  const params = paramsOf(scenario, given);
  const wrapped = scenario.wraps === undefined ? null : scenarioNamed(scenarios, scenario.wraps(params)).scenario;
  demandKnown(given, wrapped === null ? [scenario] : [scenario, wrapped]);
  if (wrapped === null) return { asked: { scenario: name, params }, search: null };
  return { asked: { scenario: wrapped.name, params: paramsOf(wrapped, given) }, search: { name, params } };
}

/** The runs of each combination, one after the other. */
export function stepsOf(
  { asked, search, swarm, rounds: count }: Load & { swarm: { kind: string }; rounds: number },
  scenarios: readonly FoundScenario[],
): Plan {
  const { scenario } = scenarioNamed(scenarios, search?.name ?? asked.scenario);
  if (scenario.plan === undefined) return rounds([asked], count);
  return scenario.plan(search?.params ?? asked.params, {
    runs: count,
    clients: asked.clients,
    room: swarm.kind === 'console' ? CONSOLE_ROOM : asked.clients,
    scenario: (name) => scenarioNamed(scenarios, name).scenario,
    ranked: (name) => rankedNames(rankedByIn(scenarios, name)),
    given: search === null ? {} : asked.params,
  });
}
