/** The protocol's error codes, each with this broker's words for it (TLCP 2.5, appendices A and B). */
import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { MalformedRequest } from './params.ts';

/** Of a session: in CONERR and END. */
export const SESSION = {
  badLogin: 1,
  noAdapterSet: 2,
  notKept: 4,
  adaptersAway: 6,
  tooManySessions: 8,
  noSession: 20,
  badSessionId: 21,
  destroyed: 31,
  closedHere: 32,
  broken: 33,
  replaced: 35,
  takenOver: 40,
  syntax: 65,
  adapterFailed: 66,
  malformed: 67,
  internal: 68,
  alreadyStreaming: 69,
} as const;

/** Of a control request or a message: in REQERR, ERROR and MSGFAIL. */
export const CONTROL = {
  badSessionId: 11,
  unfilteredAlready: 13,
  noKeyField: 15,
  noCommandField: 16,
  noDataAdapter: 17,
  noSubscription: 19,
  noSession: 20,
  badGroup: 21,
  badGroupForSchema: 22,
  badSchema: 23,
  modeNotAllowed: 24,
  badSelector: 25,
  frequencyLimited: 26,
  prefiltered: 27,
  tooLow: 32,
  alreadyEnqueued: 33,
  messageFailed: 34,
  adapterFailed: 35,
  skipped: 38,
  manySkipped: 39,
  syntax: 65,
  adapterError: 66,
  malformed: 67,
  internal: 68,
} as const;

/** An error as a client gets it. */
export interface Fault {
  code: number;
  message: string;
}

/** A request refused with a code of the protocol. */
export class Refused extends Error implements Fault {
  override readonly name = 'Refused';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a session request's failure is to the client. */
export function sessionFault(error: unknown): Fault {
  if (error instanceof Refused) return error;
  if (error instanceof MalformedRequest) return { code: SESSION.syntax, message: error.message };
  if (error instanceof AdapterGone) return { code: SESSION.adaptersAway, message: error.message };
  if (error instanceof AdapterRefusal) {
    if (error.kind === 'credits' || error.kind === 'conflictingSession') return ownFault(error);
    if (error.kind === 'access') return { code: SESSION.badLogin, message: 'User/password check failed' };
    return { code: SESSION.adapterFailed, message: 'The Metadata Adapter failed on the new session' };
  }
  return { code: SESSION.internal, message: 'Internal error during request processing' };
}

/** What a control request's failure is to the client. */
export function controlFault(error: unknown): Fault {
  if (error instanceof Refused) return error;
  if (error instanceof MalformedRequest) return { code: CONTROL.syntax, message: error.message };
  if (error instanceof AdapterGone) return { code: CONTROL.adapterError, message: error.message };
  if (error instanceof AdapterRefusal) {
    if (error.kind === 'credits') return ownFault(error);
    if (error.kind === 'items') return { code: CONTROL.badGroup, message: 'Bad Item Group name' };
    if (error.kind === 'schema') return { code: CONTROL.badSchema, message: 'Bad Field schema name' };
    return { code: CONTROL.adapterError, message: 'The Metadata Adapter failed on the request' };
  }
  return { code: CONTROL.internal, message: 'Internal error during request processing' };
}

/** What a message's failure is to the client. */
export function messageFault(error: unknown): Fault {
  if (error instanceof AdapterRefusal && error.kind === 'credits') return ownFault(error);
  if (error instanceof AdapterRefusal && error.kind === 'notification') {
    return { code: CONTROL.messageFailed, message: 'The Metadata Adapter refused the message' };
  }
  return { code: CONTROL.adapterFailed, message: 'The Metadata Adapter failed on the message' };
}

/** The adapter's own code, 0 or less, and its words. */
function ownFault(error: AdapterRefusal): Fault {
  return { code: Math.min(error.clientCode ?? 0, 0), message: error.clientMessage ?? '' };
}
