/** What the logs of all clients and of the backend say together, and whether the ledger says the same. Pure. */
import { mergeReports } from '../../../member/merge-reports.ts';
import type { Measured } from '../../../metrics/metric.ts';
import type { Flag } from '../../../protocol/run-record.ts';
import type { Account, AccountInput, Change } from '../disturbance-script.ts';
import { toMicroseconds } from '../feed/receiver.ts';
import { readLedger } from './ledger/ledger.ts';
import type { BodyLine, ClientLine, RunLine } from './log.ts';
import { bodiesOf, type RecoverParams, SLOW_CLIENT } from './params.ts';

const SECOND_MS = 1000;
const NOT_DISTURBED = 'the disturbance was not made';

/** A client with its times by the clock of the log. */
type Logged = Omit<ClientLine, 'line' | 'ahead'>;

export function accountOf(input: AccountInput<RecoverParams>): Account {
  const { params, clients, startedAt, reports, backend } = input;
  const { window } = input.disturbed;
  const lines = reports.flatMap(({ log = [] }) => log) as ClientLine[];
  const bodies = (backend?.log ?? []) as BodyLine[];
  const { disturbance } = params;
  const run: RunLine = { line: 'run', bodies: bodiesOf(params), clients, disturbance, startedAt, window };
  const unrelated = lines.filter(({ ahead }) => ahead === null).length;
  if (lines.length < clients || unrelated > 0) {
    const why =
      unrelated > 0
        ? `the clocks of ${unrelated} clients could not be related to the server's`
        : `${clients - lines.length} of ${clients} clients have left no log`;
    return { metrics: missing(why), flags: [], log: [run, ...bodies, ...lines] };
  }
  const logged = lines.map(related);
  const log = [run, ...bodies, ...logged.map((one) => ({ line: 'client', ...one }))];
  const taken = new Set(bodies.filter(({ told }) => told === 'taken').map(({ seq }) => seq));
  const lost = new Map(logged.map(({ client, missing: never }) => [client, never.filter((seq) => taken.has(seq))]));
  const fed = new Map(bodies.map((body) => [body.seq, body.fed]));
  const ends = endsOfSeconds(startedAt, bodiesOf(params) * params.interval);
  return {
    metrics: {
      lostMessages: countBySecond(
        [...lost.values()].flat().map((seq) => fed.get(seq)!),
        startedAt,
      ),
      connected: connectedBySecond(logged, ends),
      backlog: backlogBySecond(logged, fed, ends),
      hit:
        window === null
          ? NOT_DISTURBED
          : countBySecond(hitAt(logged, startedAt + params.before * SECOND_MS), startedAt),
      ...(window === null ? timesMissing(NOT_DISTURBED) : timesOf(logged, fed, window, startedAt)),
      ...toldAttempts(reports),
      ...(disturbance === 'slow' ? ofSlow(logged, lost, fed, startedAt) : slowMissing('no client was slow')),
    },
    flags: [...fedTooLate(logged, bodies), ...differences(lost, log, reports)],
    log,
  };
}

/** Puts a client's times on the clock of the log. */
function related({ line: _, ahead, ...client }: ClientLine): Logged {
  const on = (at: number): number => toMicroseconds(at + ahead!);
  return {
    ...client,
    at: client.at.map(on),
    until: on(client.until),
    events: client.events.map(([at, what, detail]) => [on(at), what, detail]),
  };
}

const TIMES = ['cutAfter', 'offline', 'back50', 'back99', 'back100', 'backlogLevel'] as const;
type Times = Record<(typeof TIMES)[number], Measured | string>;

const timesMissing = (why: string): Times => Object.fromEntries(TIMES.map((name) => [name, why])) as Times;

const missing = (why: string): Account['metrics'] => ({
  ...timesMissing(why),
  lostMessages: why,
  connected: why,
  backlog: why,
  hit: why,
  ...slowMissing(why),
});

const slowMissing = (why: string): Account['metrics'] => ({ slowLost: why, slowDisconnects: why });

/** The losses of the slow client alone. */
function ofSlow(
  logged: readonly Logged[],
  lost: ReadonlyMap<number, readonly number[]>,
  fed: ReadonlyMap<number, number>,
  startedAt: number,
): Account['metrics'] {
  const { events = [] } = logged.find(({ client }) => client === SLOW_CLIENT) ?? {};
  const ends = events.filter(([, what]) => what === 'lost' || what === 'ended');
  const seqs = lost.get(SLOW_CLIENT) ?? [];
  return {
    slowLost: countBySecond(
      seqs.map((seq) => fed.get(seq)!),
      startedAt,
    ),
    slowDisconnects: countBySecond(
      ends.map(([at]) => at),
      startedAt,
    ),
  };
}

/** Keeps one figure of the whole test. */
const once = (value: number): Measured => ({
  kind: 'gauge',
  intervalMs: SECOND_MS,
  samples: [Number(value.toFixed(3))],
});

function timesOf(
  logged: readonly Logged[],
  fed: ReadonlyMap<number, number>,
  window: Change,
  startedAt: number,
): Times {
  const firsts = logged.map(({ at }) => at.find((time) => time >= window.to) ?? null);
  const back = firsts.filter((time) => time !== null).sort((a, b) => a - b);
  const share = (percent: number): Measured | string => {
    const needed = Math.ceil((percent * logged.length) / 100);
    const time = back[needed - 1];
    return time === undefined
      ? `${back.length} of ${logged.length} clients had a delivery after the disturbance`
      : once(time - window.to);
  };
  return {
    cutAfter: once(window.from - startedAt),
    offline: once(window.to - window.from),
    back50: share(50),
    back99: share(99),
    back100: share(100),
    backlogLevel: levelOf(logged, fed, window),
  };
}

/** Finds how long after the window the last client had a delivery that was no later than all those before the disturbance. */
function levelOf(logged: readonly Logged[], fed: ReadonlyMap<number, number>, window: Change): Measured | string {
  const lateness = ({ seq, at }: Logged, index: number): number => at[index]! - (fed.get(seq[index]!) ?? 0);
  let usual = 0;
  for (const one of logged) {
    one.at.forEach((time, index) => {
      if (time < window.from) usual = Math.max(usual, lateness(one, index));
    });
  }
  const levels = logged.map((one) => one.at.find((time, index) => time >= window.to && lateness(one, index) <= usual));
  const never = levels.filter((time) => time === undefined).length;
  if (never > 0) return `deliveries to ${never} of ${logged.length} clients never were as early again as before`;
  return once(Math.max(...levels.map((time) => time!)) - window.to);
}

/** A client that has given up cannot have what is fed after that. One whose connection has ended for good has lost it. */
function fedTooLate(logged: readonly Logged[], bodies: readonly BodyLine[]): Flag[] {
  const last = Math.max(0, ...bodies.map(({ fed }) => fed));
  const gone = logged.filter(({ until, events }) => until < last + SECOND_MS && events.at(-1)?.[1] !== 'ended').length;
  if (gone === 0) return [];
  const message = `the backend was so late that it fed bodies when ${gone} of ${logged.length} clients had given up waiting: what they lost is not known`;
  return [{ code: 'backend-failed', level: 'fatal', message }];
}

/** The time at which each client noticed that its connection was lost, of those that did after `from`: before a server ends, it may say so. */
const hitAt = (logged: readonly Logged[], from: number): number[] =>
  logged.flatMap(
    ({ events }) => events.find(([at, what]) => at >= from && ['lost', 'ended'].includes(what))?.[0] ?? [],
  );

function countBySecond(times: readonly number[], startedAt: number): Measured {
  const series: number[] = [];
  for (const time of times) {
    const second = Math.max(0, Math.floor((time - startedAt) / SECOND_MS));
    while (series.length <= second) series.push(0);
    series[second]! += 1;
  }
  return { kind: 'count', series };
}

/** The ends of the seconds of a feed of `spanMs`. */
const endsOfSeconds = (startedAt: number, spanMs: number): number[] =>
  Array.from({ length: Math.ceil(spanMs / SECOND_MS) }, (_, second) => startedAt + (second + 1) * SECOND_MS);

/** Counts the clients that had a connection at the end of each second, as their frameworks say. */
function connectedBySecond(logged: readonly Logged[], ends: readonly number[]): Measured {
  const samples = ends.map(
    (end) =>
      logged.filter(({ events }) => {
        const last = events.findLast(([at, what]) => at <= end && what !== 'attempt');
        return last === undefined || last[1] === 'back';
      }).length,
  );
  return { kind: 'gauge', intervalMs: SECOND_MS, samples };
}

/** Counts the bodies, for each client that was to have them, that were fed at the end of each second and came later. */
function backlogBySecond(
  logged: readonly Logged[],
  fed: ReadonlyMap<number, number>,
  ends: readonly number[],
): Measured {
  const waits = logged.flatMap(({ seq, at }) => {
    // A doubled body is there when it comes first: of equal keys, a map keeps the last value.
    const firsts = new Map(seq.map((one, index) => [one, at[index]!] as const).toReversed());
    return [...firsts].map(([one, to]) => ({ from: fed.get(one) ?? to, to }));
  });
  const samples = ends.map((end) => waits.filter(({ from, to }) => from <= end && end < to).length);
  return { kind: 'gauge', intervalMs: SECOND_MS, samples };
}

/** Says why there are no attempts, where no framework's client told of them. */
const toldAttempts = (reports: AccountInput['reports']): Account['metrics'] =>
  reports.some(({ metrics }) => metrics.attempts !== undefined)
    ? {}
    : { attempts: "the framework's client does not tell of attempts" };

/** Compares the counts with the ledger, which reads the log as it is kept: message for message, and the totals that clients counted. */
function differences(
  lost: ReadonlyMap<number, readonly number[]>,
  log: readonly unknown[],
  reports: AccountInput['reports'],
): Flag[] {
  const ledger = readLedger(log.map((line) => JSON.stringify(line)));
  const told: string[] = [];
  const compare = (what: string, counted: number, inLedger: number): void => {
    if (counted !== inLedger) told.push(`${what}: ${counted} by what clients counted, ${inLedger} in the ledger`);
  };
  for (const { client, lost: here } of ledger.clients) {
    const there = lost.get(client) ?? [];
    const seq = [...there.filter((one) => !here.includes(one)), ...here.filter((one) => !there.includes(one))][0];
    if (seq !== undefined) told.push(`body ${seq} is lost to client ${client} by one of the two alone`);
  }
  const merged = mergeReports(reports);
  const total = (name: string): number => {
    const metric = merged[name];
    return metric?.kind === 'count' ? metric.series.reduce((sum, value) => sum + value, 0) : 0;
  };
  compare('deliveries', total('receivedByClients'), ledger.delivered + ledger.doubled);
  compare('doubled', total('duplicates'), ledger.doubled);
  compare('out of order', total('outOfOrder'), ledger.outOfOrder);
  if (told.length === 0) return [];
  return [{ code: 'ledger-differs', level: 'fatal', message: told.slice(0, 5).join('; ').slice(0, 1000) }];
}
