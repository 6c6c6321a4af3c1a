/** What a hub takes: the shapes of `initTest`, `message` and `complete`, whatever the state. Everything here is hostile. */
import { PAYLOAD_LIMIT_BYTES } from '../../protocol/messages.ts';
import { type Fault, type Fields, finiteFault, integerFault, outOfRange, typeFault } from './fault.ts';

/** Most clients one test may have: the hub keeps a few bytes for each from the start. */
export const CLIENT_LIMIT = 100_000;
/** Widest bucket, seconds. */
export const SPACING_LIMIT = 3_600;

export function faultInInitTest(data: Fields): Fault | null {
  return (
    typeFault(data, 'testType', 'string') ??
    typeFault(data, 'clientCount', 'number') ??
    typeFault(data, 'spacing', 'number') ??
    typeFault(data, 'startTime', 'number') ??
    (data.testType === 'broadcast' || data.testType === 'echo'
      ? null
      : outOfRange('testType', '"broadcast" or "echo"')) ??
    integerFault('clientCount', data.clientCount, 1, CLIENT_LIMIT) ??
    integerFault('spacing', data.spacing, 1, SPACING_LIMIT) ??
    finiteFault('startTime', data.startTime)
  );
}

export function faultInMessage(data: Fields): Fault | null {
  return (
    typeFault(data, 'id', 'string') ??
    typeFault(data, 'clientId', 'number') ??
    typeFault(data, 'seq', 'number') ??
    typeFault(data, 'due', 'number') ??
    typeFault(data, 'sent', 'number') ??
    typeFault(data, 'payload', 'string') ??
    integerFault('clientId', data.clientId, 1) ??
    integerFault('seq', data.seq, 0) ??
    (data.id === `c:${data.clientId}m:${data.seq}` ? null : outOfRange('id', '"c:<clientId>m:<seq>"')) ??
    finiteFault('due', data.due) ??
    finiteFault('sent', data.sent) ??
    payloadFault(data.payload as string)
  );
}

export function faultInComplete(data: Fields): Fault | null {
  return typeFault(data, 'clientId', 'number') ?? integerFault('clientId', data.clientId, 1);
}

function payloadFault(payload: string): Fault | null {
  // A UTF-16 unit is at most three bytes of UTF-8, so short payloads need no counting.
  if (payload.length * 3 <= PAYLOAD_LIMIT_BYTES) return null;
  if (payload.length <= PAYLOAD_LIMIT_BYTES && Buffer.byteLength(payload) <= PAYLOAD_LIMIT_BYTES) return null;
  return { code: 'too-large', reason: `payload is over ${PAYLOAD_LIMIT_BYTES} bytes of UTF-8` };
}
