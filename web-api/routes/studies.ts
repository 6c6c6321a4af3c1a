/** What the studies claim, and what the runs here say of it. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { JudgedStudy } from '../../merge/claims/types.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { readReferences } from '../../records/reference.ts';
import { RunStore } from '../../records/store.ts';
import { judgedFrom, KEPT, readStudies, STUDIES, sourceText } from '../../records/studies.ts';
import { failures, listOf } from './schemas.ts';

export function addStudyRoutes(
  app: FastifyInstance,
  store: RunStore,
  referenceFolder: string,
  scenarios: ScenarioAbout[],
): void {
  const kept = new RunStore(join(referenceFolder, KEPT));
  app.get(
    '/api/studies',
    {
      schema: {
        tags: ['reference'],
        summary: 'The claims of each study, judged by the newest runs that ./outcry study made of it',
        description:
          'Those that came with Outcry, unless there are newer runs; studies without runs are skipped. The web API does not know the plans of searches: only ./outcry study judges claims on them.',
        response: { 200: listOf('One entry per study that was run'), ...failures },
      },
    },
    async () => {
      const { studies } = await readStudies(join(referenceFolder, STUDIES));
      const { references } = await readReferences(referenceFolder);
      const judged: JudgedStudy[] = [];
      for (const study of studies) {
        const reference = references.find(({ id }) => id === study.reference);
        const extras = { scenarios, ...(reference ? { source: sourceText(reference) } : {}) };
        const one = (await judgedFrom(store, study, extras)) ?? (await judgedFrom(kept, study, extras));
        if (one !== null) judged.push(one);
      }
      return judged;
    },
  );
}
