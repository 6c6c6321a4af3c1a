/** What the searches of a study found, from the records that were kept of them. Pure. */
import { availableParallelism } from 'node:os';
import type { Attempt } from '../../merge/claims/judge-study.ts';
import { plannedSize } from '../../merge/claims/size-text.ts';
import type { Breaking, Study } from '../../merge/claims/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readStudySession } from '../../protocol/study-session.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import type { FoundScenario } from '../scenarios/find.ts';
import type { PlanResult } from '../scenarios/scenario.ts';
import { stepsOf } from '../session/plan/load.ts';
import { planSession } from '../session/plan/session-plan.ts';
import { stepDone } from '../session/session-runner.ts';
import { partOptions } from './part-options.ts';

/** The plan is not carried out. */
const ANYWHERE = { results: '', crowded: true, conditions: {} };

const numberOf = (value: PlanResult['figures'][string] | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** The breaking points by their rows, `part/framework/transport`: what the plan finds when it is given its records once more. */
export function breakingsOf(
  study: Study,
  { size, records }: Attempt,
  apps: App[],
  scenarios: readonly FoundScenario[],
): Breaking[] {
  return study.parts.flatMap((part) => {
    const planned = plannedSize(part, size);
    const mine = records.filter(
      ({ session }) => session.search !== null && readStudySession(session.id)?.part === part.id,
    );
    if (typeof planned === 'string' || mine.length === 0) return [];
    const plan = planSession(
      { ...partOptions(part, planned), ...ANYWHERE, frameworks: part.frameworks, transports: part.transports },
      { apps, scenarios, cores: availableParallelism() },
    );
    const search = stepsOf(plan, scenarios);
    return plan.combinations.flatMap(({ app, transport }): Breaking[] => {
      const steps = mine.filter(({ identity }) => identity.framework === app.id && identity.transport === transport);
      if (steps.length === 0) return [];
      const done = steps.sort(byTime).map((record) => stepDone(stepOf(record), record, scenarios));
      const found = search.found?.(done);
      if (found?.figures.point === undefined) return [];
      const { sentence, figures } = found;
      return [
        {
          row: `${part.id}/${app.id}/${transport}`,
          point: numberOf(figures.point),
          low: numberOf(figures.low),
          high: numberOf(figures.high),
          runs: steps.length,
          says: sentence,
          over: search.next(done) === null,
          grew: String(figures.grew),
        },
      ];
    });
  });
}

const byTime = (a: RunRecord, b: RunRecord): number => (a.when.startedAt ?? '').localeCompare(b.when.startedAt ?? '');

const stepOf = ({ identity: { scenario, params, clients, repetition } }: RunRecord) => ({
  scenario,
  params,
  clients: clients ?? 0,
  repetition,
});
