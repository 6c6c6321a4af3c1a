/** Errors with the protocol's codes (TLCP 2.5, appendices A and B). */
import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { MalformedRequest } from './params.ts';

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

/** The client's error for a session request that failed. */
export function sessionFault(error: unknown): Fault {
  if (error instanceof Refused) return error;
  if (error instanceof MalformedRequest) return { code: 65, message: error.message };
  if (error instanceof AdapterGone) return { code: 6, message: error.message };
  if (error instanceof AdapterRefusal) {
    if (error.kind === 'credits' || error.kind === 'conflictingSession') return ownFault(error);
    if (error.kind === 'access') return { code: 1, message: 'User/password check failed' };
    return { code: 66, message: 'The Metadata Adapter failed on the new session' };
  }
  return { code: 68, message: 'Internal error during request processing' };
}

/** The client's error for a control request that failed. */
export function controlFault(error: unknown): Fault {
  if (error instanceof Refused) return error;
  if (error instanceof MalformedRequest) return { code: 65, message: error.message };
  if (error instanceof AdapterGone) return { code: 66, message: error.message };
  if (error instanceof AdapterRefusal) {
    if (error.kind === 'credits') return ownFault(error);
    if (error.kind === 'items') return { code: 21, message: 'Bad Item Group name' };
    if (error.kind === 'schema') return { code: 23, message: 'Bad Field schema name' };
    return { code: 66, message: 'The Metadata Adapter failed on the request' };
  }
  return { code: 68, message: 'Internal error during request processing' };
}

/** The client's error for a message that failed. */
export function messageFault(error: unknown): Fault {
  if (error instanceof AdapterRefusal && error.kind === 'credits') return ownFault(error);
  if (error instanceof AdapterRefusal && error.kind === 'notification') {
    return { code: 34, message: 'The Metadata Adapter refused the message' };
  }
  return { code: 35, message: 'The Metadata Adapter failed on the message' };
}

/** The adapter's own code, 0 or less, and its message. */
function ownFault(error: AdapterRefusal): Fault {
  return { code: Math.min(error.clientCode ?? 0, 0), message: error.clientMessage ?? '' };
}
