/** The client scripts of all scenarios that there were when the page was built: found by their folders, each loaded when it is asked for. */
import type { ScenarioClient } from '../../member/scenario-client.ts';

const scripts = import.meta.glob<ScenarioClient>('../../loadtests/scenarios/*/client.ts', { import: 'default' });

/** Rejects with a sentence when there is no such scenario. */
export async function clientScript(scenario: string): Promise<ScenarioClient> {
  const load = scripts[`../../loadtests/scenarios/${scenario}/client.ts`];
  if (load === undefined) {
    throw new Error(
      `This page has no scenario "${scenario}"; for a new scenario, rebuild the pages with ./outcry setup.`,
    );
  }
  return load();
}
