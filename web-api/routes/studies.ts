/** The routes for studies: their claims, and the verdicts of the runs here. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { bestOf, withKept } from '../../merge/claims/best-size.ts';
import { judgeStudy, type StudyExtras } from '../../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../../merge/claims/types.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { keptFindings } from '../../records/kept-findings.ts';
import { readReferences } from '../../records/reference.ts';
import { RunStore } from '../../records/store.ts';
import { attemptIn, attemptsIn, KEPT, readStudies, STUDIES, sourceText } from '../../records/study-files.ts';
import { answer, failures, listRoute } from './schemas.ts';

export function addStudyRoutes(
  app: FastifyInstance,
  store: RunStore,
  referenceFolder: string,
  scenarios: ScenarioAbout[],
): void {
  addChoiceRoute(app, referenceFolder, scenarios);
  const kept = new RunStore(join(referenceFolder, KEPT));
  app.get(
    '/api/studies',
    listRoute(
      'reference',
      'The claims of each study, judged by the newest runs that ./outcry study made of it',
      'One entry per study that was run',
      {
        description:
          'Those that came with Outcry, unless there are newer runs, which have the figures of the others beside their own; studies without runs are skipped.',
      },
    ),
    async () => {
      const { studies } = await readStudies(join(referenceFolder, STUDIES));
      const { references } = await readReferences(referenceFolder);
      const judged: JudgedStudy[] = [];
      for (const study of studies) {
        const reference = references.find(({ id }) => id === study.reference);
        const extras = { scenarios, ...(reference ? { source: sourceText(reference) } : {}) };
        const one = (await judgedBeside(store, kept, study, extras)) ?? (await judgedKept(kept, study, extras));
        if (one !== null) judged.push(one);
      }
      return judged;
    },
  );
}

/** The runs that came with Outcry, for a person who chooses: the data of the published site. */
function addChoiceRoute(app: FastifyInstance, referenceFolder: string, scenarios: ScenarioAbout[]): void {
  app.get(
    '/api/choice',
    {
      schema: {
        tags: ['reference'],
        summary: 'What the runs that come with Outcry tell a person who chooses a framework or a transport',
        response: {
          200: answer('Sentences, tables with intervals, claims without a verdict, and the studies'),
          ...failures,
        },
      },
    },
    async () => {
      const { studies } = await readStudies(join(referenceFolder, STUDIES));
      return (await keptFindings(studies, referenceFolder, scenarios)).findings;
    },
  );
}

/** The newest runs here, judged, with the figures of those that came with Outcry beside their own; null: there are none here. */
async function judgedBeside(
  store: RunStore,
  kept: RunStore,
  study: Study,
  extras: StudyExtras,
): Promise<JudgedStudy | null> {
  const attempt = await attemptIn(store, study);
  if (attempt === null) return null;
  const judged = judgeStudy(study, attempt, extras);
  const best = await judgedKept(kept, study, extras);
  return best === null ? judged : withKept(judged, best);
}

/** The runs that came with Outcry, each comparison judged by the largest size that can; null: there are none. */
async function judgedKept(kept: RunStore, study: Study, extras: StudyExtras): Promise<JudgedStudy | null> {
  const [first, ...others] = (await attemptsIn(kept, study)).map((each) =>
    judgeStudy(study, each, { ...extras, areKept: true }),
  );
  if (first === undefined) return null;
  const { sizes: _, ...best } = bestOf([first, ...others]);
  return best;
}
