/** What is known of scenarios: which tables and graphs they have. */
import type { FastifyInstance } from 'fastify';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { failures, listOf } from './schemas.ts';

export function addScenarioRoutes(app: FastifyInstance, scenarios: ScenarioAbout[]): void {
  app.get(
    '/api/scenarios',
    {
      schema: {
        tags: ['merges'],
        summary: 'The scenarios that are known here, with the tables and graphs they are shown in',
        description: 'Runs of a scenario that is not among them are shown by the kinds of what they measured.',
        response: { 200: listOf('One entry per scenario'), ...failures },
      },
    },
    async () => scenarios,
  );
}
