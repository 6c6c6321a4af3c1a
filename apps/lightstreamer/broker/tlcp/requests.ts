/** Reads the parameters of requests. */
import type { Limits } from './limits.ts';
import type { Message } from './messages.ts';
import { flag, integer, MalformedRequest, type Params, required } from './params.ts';

const REQUEST_ID = /^[A-Za-z0-9]{1,40}$/;
const SEQUENCE = /^[A-Za-z0-9_]{1,100}$/;
const RESERVED_SEQUENCE = 'UNORDERED_MESSAGES';
/** The longest reason in a destroy request. */
const MOST_CAUSE = 35;

/** The number for a request's response; null when it is missing or malformed. */
export function requestId(params: Params): string | null {
  const id = params.get('LS_reqId') ?? '';
  return REQUEST_ID.test(id) ? id : null;
}

export function readMessage(params: Params, limits: Limits): Message {
  const sequence = params.get('LS_sequence') ?? null;
  if (sequence !== null && (sequence === RESERVED_SEQUENCE || !SEQUENCE.test(sequence))) {
    throw new MalformedRequest('LS_sequence must be letters, digits and underscores');
  }
  const outcome = flag(params, 'LS_outcome', true);
  const progressive = params.has('LS_msg_prog') ? integer(params, 'LS_msg_prog', 0) : null;
  if (progressive === null && (sequence !== null || outcome)) throw new MalformedRequest('LS_msg_prog is missing');
  if (progressive === 0) throw new MalformedRequest('LS_msg_prog starts from 1');
  const maxWait = Math.min(integer(params, 'LS_max_wait', limits.messageWait), limits.messageWait);
  return { text: required(params, 'LS_message'), sequence, progressive, maxWait, outcome };
}

/** Why a session is destroyed: the client's reason, if any. Its codes are 0 and less. */
export function causeOf(params: Params): { code: number; message: string } {
  const code = params.get('LS_cause_code');
  if (code === undefined) return { code: 31, message: 'Destroy invoked by client' };
  if (!/^-?\d{1,9}$/.test(code)) throw new MalformedRequest('LS_cause_code must be a whole number');
  const message = params.get('LS_cause_message') ?? 'null';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
  const tame = message.replace(/[\u0000-\u001f\u007f]/g, ' ');
  return { code: Math.min(Number(code), 0), message: tame.length > MOST_CAUSE ? '[Custom message skipped]' : tame };
}
