/** Errors with the protocol's codes (TLCP 2.5, appendices A and B). */
import { AdapterGone, AdapterRefusal } from '../adapters.ts';

/** An error as a client gets it. */
export interface Fault {
  code: number;
  message: string;
}

/** A request refused with a code of the protocol. */
export class Refused extends Error implements Fault {
  override readonly name = 'Refused';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A request that breaks the protocol, or asks for what this broker lacks; the message is for the client's developer. */
export class MalformedRequest extends Refused {
  constructor(message: string) {
    super(65, message);
  }
}

/** The client's error for a session request that failed. */
export function sessionFault(error: unknown): Fault {
  if (error instanceof Refused) return error;
  if (error instanceof AdapterGone) return { code: 6, message: error.message };
  if (!(error instanceof AdapterRefusal)) return INTERNAL;
  if (error.code === 'EA') return { code: 1, message: 'User/password check failed' };
  return { code: 66, message: 'The Metadata Adapter failed on the new session' };
}

/** The client's error for a control request that failed. */
export function controlFault(error: unknown): Fault {
  if (error instanceof Refused) return error;
  if (error instanceof AdapterGone) return { code: 66, message: error.message };
  if (!(error instanceof AdapterRefusal)) return INTERNAL;
  if (error.code === 'EI') return { code: 21, message: 'Bad Item Group name' };
  if (error.code === 'ES') return { code: 23, message: 'Bad Field schema name' };
  return { code: 66, message: 'The Metadata Adapter failed on the request' };
}

/** The client's error for a message that failed. */
export function messageFault(error: unknown): Fault {
  return error instanceof AdapterRefusal && error.code === 'EN'
    ? { code: 34, message: 'The Metadata Adapter refused the message' }
    : { code: 35, message: 'The Metadata Adapter failed on the message' };
}

const INTERNAL: Fault = { code: 68, message: 'Internal error during request processing' };
