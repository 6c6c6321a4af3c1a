/** What the page calls a session: what was measured, how often, and when. */
import { counted } from '../../../metrics/numbers.ts';
import type { Session } from './data-source.ts';

/** Few frameworks are named. */
const MOST_NAMED = 2;

function originOf({ example, kinds, search }: Session): string {
  if (example) return 'Example: ';
  if (kinds.every((kind) => kind === 'imported')) return 'Imported: ';
  return search === null ? '' : `Search (${search.name}): `;
}

/** `Example: 10 frameworks × 10 rounds`. */
export function titleOf(session: Session): string {
  const { frameworks, transports, rounds, scenarios } = session;
  const what = frameworks.length <= MOST_NAMED ? frameworks.join(' and ') : counted(frameworks.length, 'framework');
  return [
    `${originOf(session)}${what}`,
    ...(transports.length > 1 ? [counted(transports.length, 'transport')] : []),
    ...(scenarios.length > 1 ? [counted(scenarios.length, 'scenario')] : []),
    counted(rounds, 'round'),
  ].join(' × ');
}

/** `broadcast, 22 Nov 2026, 10:39 UTC, 100 runs`. */
export function detailsOf({ startedAt, scenarios, profile, runs, invalid }: Session): string {
  const at = startedAt === null ? null : new Date(startedAt);
  const day = at?.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const bad = invalid > 0 ? `${invalid} invalid` : null;
  const about = [scenarios.length === 1 ? scenarios[0] : null, profile];
  return [...about, day, at && `${at.toISOString().slice(11, 16)} UTC`, counted(runs, 'run'), bad]
    .filter(Boolean)
    .join(', ');
}
