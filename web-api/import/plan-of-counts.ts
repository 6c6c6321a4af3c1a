/**
 * What a run of study A's format was meant to be. The format has no place for it: it is read from the counts and from the
 * file's name, and what neither says stays unknown.
 */
import type { Params, RunIdentity } from '../../protocol/run-record.ts';

/** Sums over a run; null for a count that the file does not have. */
export type Totals = Record<'sentByClients' | 'receivedByServer' | 'sentByServer', number | null>;

export interface ImportPlan {
  identity: Pick<RunIdentity, 'scenario' | 'params' | 'swarm' | 'browser' | 'members' | 'clients'>;
  /** How long the run was to take; null: not known. */
  seconds: number | null;
  /** How many messages all clients together were to send; null: not known. */
  sent: number | null;
  /** How many deliveries that makes; null: not known. */
  deliveries: number | null;
  /** Why something of it is null, or missing, by its path in the record. */
  unknown: Record<string, string>;
}

const RATE = 2;
const MESSAGES = 30;
const CLIENTS = 60;

/** The plan of the runs that study A printed: 30 browsers x 2 clients, a message each 500 ms, 30 of them, to all. */
export const STUDY_A: ImportPlan = {
  identity: {
    scenario: 'study-a',
    params: { rate: RATE, messages: MESSAGES, payload: 0, phase: 'together' },
    swarm: 'browser',
    browser: 'firefox',
    members: 30,
    clients: CLIENTS,
  },
  seconds: MESSAGES / RATE,
  sent: CLIENTS * MESSAGES,
  deliveries: CLIENTS * MESSAGES * CLIENTS,
  unknown: { 'identity.params.payload': 'not in the file; 0 stands for unknown' },
};

/** Counters of study A's runs went wrong by up to a seventh; runs of another plan are further off. */
const TOLERANCE = 0.2;

/** Whether `count` may be `plan`, some lost or counted twice. */
const isAbout = (count: number, plan: number): boolean =>
  count >= plan * (1 - TOLERANCE) && count <= plan * (1 + TOLERANCE);

/** How many clients each message went to on the mean; null where the counts do not say. */
function copiesCounted({ sentByClients, receivedByServer, sentByServer }: Totals): number | null {
  const taken = receivedByServer ?? sentByClients;
  return taken && sentByServer ? sentByServer / taken : null;
}

/** How many clients there were, where every message went to all of them and none was lost; null where the counts do not say. */
function clientsCounted(totals: Totals): number | null {
  const copies = copiesCounted(totals);
  // One to one is an echo, which says nothing of how many clients there were.
  return copies !== null && Number.isSafeInteger(copies) && copies > 1 ? copies : null;
}

/**
 * Whether the counts say exactly that there were this many clients: each message went to all of them, and each of them sent as
 * many. A message that was lost, or a client that none went to, leaves no such number but by a rare chance.
 */
const isExactly = (clients: number, { sentByClients, receivedByServer }: Totals): boolean =>
  (sentByClients ?? receivedByServer ?? 0) % clients === 0;

/** Whether the counts are those of study A's plan, some lost or counted twice. */
function isStudyA(totals: Totals, named: number | null): boolean {
  const counted = clientsCounted(totals);
  if (named !== null && named !== CLIENTS) return false;
  if (counted !== null && counted !== CLIENTS && isExactly(counted, totals)) return false;
  // What was sent, alone, may have been sent by any number of clients, and to any.
  if (copiesCounted(totals) === null) return false;
  const planned: [number | null, number][] = [
    [totals.sentByClients, STUDY_A.sent!],
    [totals.receivedByServer, STUDY_A.sent!],
    [totals.sentByServer, STUDY_A.deliveries!],
  ];
  const known = (named ?? counted) === CLIENTS;
  return planned.every(([count, plan]) => count === null || isAbout(count, plan) || (known && count < plan));
}

/** The number of clients in a file's name, such as `websockets-1000-clients.json`; null when there is none. */
export function clientsNamed(file: string): number | null {
  const [, digits = ''] = /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})+|\d{1,7})[\s_-]*(?:clients|connections)/i.exec(file) ?? [];
  const clients = Number(digits.replace(/[.,]/g, ''));
  return clients > 0 ? clients : null;
}

/**
 * What tells runs of unknown plans apart, that they are not taken for repetitions of each other: how many messages were `sent` in
 * all (where that was not counted: `received`, or `sentByServer`), and to how many clients each of them went (`copies`).
 */
function paramsOf(totals: Totals, clients: number | null): Params {
  const copies = copiesCounted(totals);
  const counts: [string, number | null][] = [
    ['sent', totals.sentByClients],
    ['received', totals.receivedByServer],
    ['sentByServer', totals.sentByServer],
  ];
  const first = counts.filter((entry): entry is [string, number] => entry[1] !== null).slice(0, 1);
  return {
    ...Object.fromEntries(first),
    // A run that lost some of its messages is a repetition of one that lost none.
    ...(copies === null ? {} : { copies: clients !== null && isAbout(copies, clients) ? clients : Math.round(copies) }),
  };
}

const NOT_SAID = "neither the counts nor the file's name say so";

/**
 * The plan of a run: study A's where its counts are of that size; otherwise as much of one as is known.
 * @param named how many clients the file's name says
 */
export function planOf(totals: Totals, named: number | null): ImportPlan {
  if (isStudyA(totals, named)) return STUDY_A;
  const clients = named ?? clientsCounted(totals);
  return {
    identity: {
      scenario: 'unknown',
      params: paramsOf(totals, clients),
      swarm: null,
      browser: null,
      members: null,
      clients,
    },
    seconds: null,
    sent: null,
    deliveries: null,
    unknown: {
      'identity.scenario': 'the counts are not those of study A, and the file does not say what else was run',
      'identity.params': 'not in the file; what stands there was counted, and tells runs of different plans apart',
      'identity.swarm': 'not in the file',
      'identity.members': 'not in the file',
      ...(clients === null ? { 'identity.clients': NOT_SAID } : {}),
      'plan.seconds': 'not in the file',
    },
  };
}

/** Counts of one plan lie at most so far apart: study A's counters lost messages, or counted them twice, up to a fourteenth. */
const SAME_PLAN = 0.1;

/** The count that an unknown plan is told apart by, and a text of everything else in it. */
function countOf({ params, clients }: ImportPlan['identity']): { name: string; count: number; rest: string } | null {
  const name = ['sent', 'received', 'sentByServer'].find((each) => params[each] !== undefined);
  if (name === undefined) return null;
  const { [name]: count, ...others } = params;
  return { name, count: Number(count), rest: JSON.stringify([name, clients, Object.entries(others)]) };
}

/**
 * The plans of a file's runs. Runs of unknown plans whose counts are about the same are repetitions of one plan: its count is the
 * largest of theirs, since counters lose messages.
 * @param runs each with a text of its framework and transport
 * @param named how many clients the file's name says
 */
export function plansOf(runs: { of: string; totals: Totals }[], named: number | null): ImportPlan[] {
  const plans = runs.map(({ totals }) => planOf(totals, named));
  const largest = new Map<string, number>();
  const counted = plans.map((plan, index) => ({ index, found: plan === STUDY_A ? null : countOf(plan.identity) }));
  for (const { index, found } of counted.toSorted((a, b) => (b.found?.count ?? 0) - (a.found?.count ?? 0))) {
    if (found === null) continue;
    const key = `${runs[index]!.of} ${found.rest}`;
    const most = largest.get(key);
    if (most === undefined || found.count < most * (1 - SAME_PLAN)) largest.set(key, found.count);
    else {
      const { identity, ...rest } = plans[index]!;
      plans[index] = { ...rest, identity: { ...identity, params: { ...identity.params, [found.name]: most } } };
    }
  }
  return plans;
}

/** The same for runs of one plan, as far as it is known: text that says nothing by itself. */
export const planKey = ({ scenario, params, clients }: ImportPlan['identity']): string =>
  JSON.stringify([scenario, clients, Object.entries(params)]);
