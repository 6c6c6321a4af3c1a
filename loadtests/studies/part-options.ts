/** A part of a study's plan as the options of a session, and what of it cannot be run. Pure. */
import type { Part, PartSize } from '../../merge/claims/types.ts';
import type { Transport } from '../../metrics/transports.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { type FoundScenario, scenarioNamed } from '../scenarios/find.ts';
import { readParams } from '../scenarios/param-values.ts';
import type { SessionOptions } from '../session/plan/session-options.ts';

/** The options of the part's session besides its frameworks and transports. */
export interface PartOptions extends Omit<SessionOptions, 'results' | 'conditions'> {
  runs: number;
  browser: 'firefox' | 'chrome';
  wire: boolean;
  /** The values of the conditions' options, by their keys. */
  conditions: Record<string, string>;
}

export function partOptions(part: Part, size: PartSize): PartOptions {
  const { judges: _, params, browser = 'firefox', wire = false, conditions = {}, ...given } = size;
  return { ...given, browser, wire, conditions, scenario: part.scenario, params: { ...part.params, ...params } };
}

/** The frameworks and transports of a part that can be run, and those skipped, a sentence each. */
export interface Runnable {
  frameworks: string[];
  transports: Transport[];
  skipped: string[];
}

interface Known {
  apps: readonly App[];
  /** The reasons why some of them cannot run here. */
  lacking: ReadonlyMap<string, string>;
  scenarios: readonly FoundScenario[];
}

/** @param everything all frameworks, in the place of those that the study had, and the transports of the part */
export function runnable(
  part: Part,
  size: PartSize,
  { apps, lacking, scenarios }: Known,
  everything = false,
): Runnable {
  const ids = everything ? apps.map(({ id }) => id) : part.frameworks;
  const needs = needsOf(part, scenarios);
  const skipped: string[] = [];
  const frameworks: string[] = [];
  for (const id of ids) {
    const app = apps.find((one) => one.id === id);
    const why = app === undefined ? 'there is no such app' : lacking.get(id);
    if (app === undefined || why !== undefined) {
      skipped.push(`${id}: ${why}`);
      continue;
    }
    const usable = part.transports.filter((transport) => transportsOf(app, size.swarm).includes(transport));
    const carrying = usable.filter((transport) => needs.every((verb) => verbsOf(app, transport).includes(verb)));
    const without = part.transports.filter((transport) => !usable.includes(transport));
    const unable = usable.filter((transport) => !carrying.includes(transport));
    if (without.length > 0)
      skipped.push(`${id} over ${without.join(', ')}: it has no such transport for a ${size.swarm} swarm`);
    if (unable.length > 0)
      skipped.push(`${id} over ${unable.join(', ')}: it does not do what ${part.scenario} needs there`);
    if (carrying.length > 0) frameworks.push(id);
  }
  return { frameworks, transports: part.transports, skipped };
}

/** The verbs that the part's runs need: of the scenario that is wrapped, where one is. */
function needsOf({ scenario: name, params = {} }: Part, scenarios: readonly FoundScenario[]) {
  const { scenario } = scenarioNamed(scenarios, name);
  if (scenario.wraps === undefined) return scenario.needs;
  const read = readParams(scenario, params);
  return 'wrong' in read ? [] : scenarioNamed(scenarios, scenario.wraps(read.params)).scenario.needs;
}
