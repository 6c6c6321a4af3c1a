/** Which combinations of a session can be measured under its conditions. */
import type { SwarmKind } from '../../protocol/run-record.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Condition, MeasuredApp } from './condition.ts';
import type { ConditionsAsked } from './find.ts';

/**
 * The combinations that no condition refuses, and a sentence for the others.
 * @param named the user named the frameworks: each must keep a transport then
 * @throws OutcryError (wrong use) that says why nothing is left, or nothing of a named framework
 */
export function measurable<C extends Pick<MeasuredApp, 'app' | 'transport'>>(
  combinations: readonly C[],
  {
    conditions,
    asked,
    swarm,
    named,
  }: { conditions: readonly Condition[]; asked: ConditionsAsked; swarm: SwarmKind; named: boolean },
): { left: C[]; skipped: string[] } {
  const refused = new Map<C, string>();
  for (const combination of combinations) {
    const { app, transport } = combination;
    const why = conditions
      .map(({ name, refuses }) => refuses?.(asked[name] ?? null, { app, transport, swarm }) ?? null)
      .find((reason) => reason !== null);
    if (why !== undefined) refused.set(combination, `${nameOf(app)} ${why}`);
  }
  const left = combinations.filter((combination) => !refused.has(combination));
  for (const { app } of named ? combinations : []) {
    if (!left.some((one) => one.app === app)) throw new OutcryError(sentencesOf(refused, app).join('; '), EXIT.usage);
  }
  const sentences = sentencesOf(refused);
  if (left.length === 0) throw new OutcryError(`nothing can be measured: ${sentences.join('; ')}`, EXIT.usage);
  return { left, skipped: sentences.length > 0 ? [sentences.join('; ')] : [] };
}

/** Each once. @param of absent: of all apps */
const sentencesOf = (refused: ReadonlyMap<Pick<MeasuredApp, 'app'>, string>, of?: MeasuredApp['app']): string[] => [
  ...new Set([...refused].flatMap(([{ app }, sentence]) => (of === undefined || of === app ? [sentence] : []))),
];
