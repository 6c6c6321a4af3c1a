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
        summary: 'The known scenarios, with their tables and graphs',
        description: 'Runs of other scenarios are shown by the kinds of their metrics.',
        response: { 200: listOf('One entry per scenario'), ...failures },
      },
    },
    async () => scenarios,
  );
}
