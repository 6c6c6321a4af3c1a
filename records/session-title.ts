/** The title of a session, which tells it from others: page and commands say the same. Pure. */
import { counted, grouped } from '../metrics/numbers.ts';
import type { SessionSummary } from './session-summary.ts';

/** The parts of a title. */
export type Titled = Omit<SessionSummary, 'finishedAt'>;

/** Few frameworks are named. */
const MOST_NAMED = 2;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function originOf({ example, kinds, search }: Titled): string | null {
  if (example) return 'Example';
  if (kinds.every((kind) => kind === 'imported')) return 'Imported';
  return search === null ? null : `Search (${search.name})`;
}

/** `22 Nov 2026, 10:39 UTC`; null for what is no time. */
export function timeText(at: string | null): string | null {
  const date = new Date(at ?? '');
  if (Number.isNaN(date.getTime())) return null;
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

const namesOr = (names: readonly string[], what: string): string =>
  names.length <= MOST_NAMED ? names.join(' and ') : counted(names.length, what);

/** `12 Firefox clients`; null where it is not known. */
function swarmText({ swarms, browsers, clients }: Titled): string | null {
  const [least, most] = [clients[0], clients.at(-1)];
  if (least === undefined || most === undefined) return null;
  const holders = swarms.map((swarm) =>
    swarm === 'console' ? 'console' : browsers.map(capital).join(' and ') || 'browser',
  );
  const who = `${holders.join(' and ')} client`.trim();
  return least === most ? counted(most, who) : `${grouped(least)} to ${counted(most, who)}`;
}

/** Says how many of its rows can be ranked, or why none; null where that is no question, as of a search. */
export function rankingText({ search, rows, rankable, unrankable }: Titled): string | null {
  if (search !== null) return null;
  if (rankable < 2) return `no ranking: ${rankable === rows ? 'one row' : unrankable}`;
  return rankable === rows ? `${rows} rows ranked` : `${rankable} of ${rows} rows ranked`;
}

/** `22 Nov 2026, 10:39 UTC: broadcast, 10 frameworks, 20 console clients, interleaved, 10 rounds; 9 of 10 rows ranked`. */
export function titleOf(session: Titled): string {
  const { frameworks, transports, rounds, scenarios, marks } = session;
  const what = [
    namesOr(scenarios, 'scenario'),
    namesOr(frameworks, 'framework'),
    ...(transports.length > 1 ? [counted(transports.length, 'transport')] : []),
    swarmText(session),
    ...marks,
    counted(rounds, 'round'),
  ].filter(Boolean);
  const when = [originOf(session), timeText(session.startedAt)].filter(Boolean).join(', ');
  return [`${when}${when && ': '}${what.join(', ')}`, rankingText(session)].filter(Boolean).join('; ');
}

/** The line below the title in a list: `quick, 100 runs, 2 invalid, 20261122t103907z-1a2b`. */
export function detailsOf({ id, profile, runs, invalid }: Titled): string {
  return [profile, counted(runs, 'run'), invalid > 0 ? `${grouped(invalid)} invalid` : null, id]
    .filter(Boolean)
    .join(', ');
}
