/** The routes for scenarios: their tables and graphs. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { listRoute } from './schemas.ts';

/**
 * The scenarios in `file`; none when no file is named.
 * @throws OutcryError (wrong use) when it cannot be read or is no list
 */
export async function readScenarios(file: string | null): Promise<ScenarioAbout[]> {
  if (file === null) return [];
  try {
    const data: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(data)) return data as ScenarioAbout[];
  } catch (error) {
    throw new OutcryError(`SCENARIOS_FILE: ${file} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
  throw new OutcryError(`SCENARIOS_FILE: ${file} holds no list of scenarios`, EXIT.usage);
}

export function addScenarioRoutes(app: FastifyInstance, scenarios: ScenarioAbout[]): void {
  app.get(
    '/api/scenarios',
    listRoute('merges', 'The known scenarios, with their tables and graphs', 'One entry per scenario', {
      description: 'Runs of other scenarios are shown by the kinds of their metrics.',
    }),
    async () => scenarios,
  );
}
