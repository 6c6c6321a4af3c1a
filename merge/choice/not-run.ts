/** Words for claims that wait for runs. Pure. */
import type { Findings } from './types.ts';

/** A sentence on the main claims whose runs are not all kept; null: there are none. */
export function notRunSentence({ notRun }: Pick<Findings, 'notRun'>): string | null {
  if (notRun.length === 0) return null;
  const all = notRun.map(({ study, claims }) => `${claims} of study ${study}`);
  return `Main claims whose runs are not all kept: ${all.join(', ')}.`;
}
