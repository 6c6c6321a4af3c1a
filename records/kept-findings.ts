/** What the kept runs of studies say: each study judged, and the data of the one page of findings. */
import { join } from 'node:path';
import { findingsOf } from '../merge/choice/findings.ts';
import type { Findings, KeptRuns } from '../merge/choice/types.ts';
import { type BestStudy, bestOf } from '../merge/claims/best-size.ts';
import { judgeStudy, rowsOf } from '../merge/claims/judge-study.ts';
import type { Study } from '../merge/claims/types.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { readReferences } from './reference.ts';
import { RunStore } from './store.ts';
import { attemptsIn, KEPT, sourceText } from './study-files.ts';

export interface KeptFindings {
  findings: Findings;
  /** Those with kept runs; each comparison is judged by the largest size that can. */
  studies: BestStudy[];
}

/** @param reference the folder with the published figures and the kept runs */
export async function keptFindings(
  all: readonly Study[],
  reference: string,
  scenarios: ScenarioAbout[],
): Promise<KeptFindings> {
  const store = new RunStore(join(reference, KEPT));
  const { references } = await readReferences(reference);
  const studies: BestStudy[] = [];
  const missing: string[] = [];
  const runs = new Map<string, KeptRuns>();
  for (const study of all) {
    const source = references.find(({ id }) => id === study.reference);
    const extras = { scenarios, areKept: true, ...(source === undefined ? {} : { source: sourceText(source) }) };
    const sizes = (await attemptsIn(store, study)).map((attempt) => {
      const judged = judgeStudy(study, attempt, extras);
      runs.set(`${study.id} ${attempt.size}`, { study, rows: rowsOf(study, attempt), when: judged.when });
      return judged;
    });
    const [first, ...others] = sizes;
    if (first === undefined) missing.push(study.id);
    else studies.push(bestOf([first, ...others]));
  }
  return { findings: findingsOf(studies, missing, (study, size) => runs.get(`${study} ${size}`) ?? null), studies };
}
