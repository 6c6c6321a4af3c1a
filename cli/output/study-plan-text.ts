/** The plan of a study for the terminal: its parts, and how long they take. Pure. */

import type { StudyPlan, Task } from '../../loadtests/studies/plan-study.ts';
import { plannedSize, sizeText } from '../../merge/claims/size-text.ts';
import type { Study } from '../../merge/claims/types.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import type { StudySize } from '../../protocol/study-session.ts';

type Timed = Pick<Task, 'seconds' | 'searches'>;

/** `1 h 05 min`, `12 min`; at least a minute. */
function hours(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds / 60));
  const rest = String(whole % 60).padStart(whole < 60 ? 1 : 2, '0');
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${rest} min`;
}

/** Estimated seconds of all that is left to run. */
export const secondsIn = ({ tasks }: Pick<StudyPlan, 'tasks'>): number =>
  tasks.reduce((sum, { seconds }) => sum + seconds, 0);

/** `about 1 h 20 min, of which 25 min are searches (a guess)`. */
export function lengthText(tasks: readonly Timed[]): string {
  const sum = (some: readonly Timed[]) => some.reduce((total, { seconds }) => total + seconds, 0);
  const searches = tasks.filter((task) => task.searches);
  const guess = searches.length === 0 ? '' : `, of which ${hours(sum(searches))} are searches (a guess)`;
  return `about ${hours(sum(tasks))}${guess}`;
}

/** A line for each part with its size and its time, what is skipped, and the sum. */
export function planText(
  study: Study,
  size: StudySize,
  { tasks, skipped }: StudyPlan,
  scenarios: readonly ScenarioAbout[],
): string {
  const lines = tasks.map(({ part, bytes, options, what, seconds, searches, state }) => {
    const planned = plannedSize(part, size);
    const how =
      typeof planned === 'string'
        ? planned
        : sizeText(part, { ...planned, runs: options.runs, wire: options.wire }, null, scenarios);
    const rows = `${what.frameworks.join(', ')} over ${what.transports.join(', ')}`;
    const time = state === 'finished' ? 'finished' : `${hours(seconds)}${searches ? ' (a guess: it searches)' : ''}`;
    return `  ${part.id}${bytes ? ', bytes' : ''}: ${rows}; ${how}: ${time}${state === 'interrupted' ? ', interrupted' : ''}`;
  });
  return [
    `Study ${study.id}, ${size}: ${study.title}`,
    ...lines,
    ...skipped.map((sentence) => `skipped: ${sentence}`),
    `${tasks.length} ${tasks.length === 1 ? 'part' : 'parts'}, ${lengthText(tasks)}. Nothing was run.`,
  ].join('\n');
}
