/**
 * What a run of study A's format was meant to be. The format has no place for it: it is read from the counts and from the
 * file's name, and what neither says stays unknown.
 */
import type { RunIdentity } from '../../protocol/run-record.ts';

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

/** How many clients each message went to, where the counts say; null where they do not. */
function clientsCounted({ receivedByServer, sentByServer }: Totals): number | null {
  if (!receivedByServer || !sentByServer) return null;
  const each = sentByServer / receivedByServer;
  // One to one is an echo, which says nothing of how many clients there were.
  return Number.isInteger(each) && each > 1 ? each : null;
}

/** Whether the counts are those of study A's plan, some lost or counted twice. */
function isStudyA(totals: Totals, clients: number | null): boolean {
  const planned: [number | null, number][] = [
    [totals.sentByClients, CLIENTS * MESSAGES],
    [totals.receivedByServer, CLIENTS * MESSAGES],
    [totals.sentByServer, CLIENTS * MESSAGES * CLIENTS],
  ];
  const counted = planned.filter((pair): pair is [number, number] => pair[0] !== null);
  const least = clients === CLIENTS ? 0 : 1 - TOLERANCE;
  return (
    counted.length > 0 &&
    (clients === null || clients === CLIENTS) &&
    counted.every(([count, plan]) => count >= plan * least && count <= plan * (1 + TOLERANCE))
  );
}

/** The number of clients in a file's name, such as `websockets-1000-clients.json`; null when there is none. */
export function clientsNamed(file: string): number | null {
  const [, digits = ''] = /(?<![\d.,])(\d{1,3}(?:[.,]\d{3})+|\d{1,7})[\s_-]*(?:clients|connections)/i.exec(file) ?? [];
  const clients = Number(digits.replace(/[.,]/g, ''));
  return clients > 0 ? clients : null;
}

const NOT_SAID = "neither the counts nor the file's name say so";

/**
 * The plan of a run: study A's where its counts are of that size; otherwise as much of one as is known.
 * @param named how many clients the file's name says
 */
export function planOf(totals: Totals, named: number | null): ImportPlan {
  const counted = clientsCounted(totals);
  const clients = named ?? counted;
  if (isStudyA(totals, named ?? (counted === CLIENTS ? CLIENTS : null))) return STUDY_A;
  return {
    identity: { scenario: 'unknown', params: {}, swarm: null, browser: null, members: null, clients },
    seconds: null,
    sent: null,
    deliveries: null,
    unknown: {
      'identity.scenario': 'the counts are not those of study A, and the file does not say what else was run',
      'identity.params': 'not in the file',
      'identity.swarm': 'not in the file',
      'identity.members': 'not in the file',
      ...(clients === null ? { 'identity.clients': NOT_SAID } : {}),
      'plan.seconds': 'not in the file',
    },
  };
}
