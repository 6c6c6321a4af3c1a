/** The bodies that verbs carry: how large and how deep they may be, and what `request` and `greet` ask for. */
import { BODY_DEPTH_LIMIT, BODY_LIMIT_BYTES, FILLING, PAYLOAD_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { checkInteger, Fault, fieldsOf, isFields } from './fault.ts';

/** A UTF-16 unit is at most six bytes of JSON: `\u001f`. */
const BYTES_PER_UNIT = 6;
/** Most bytes of a value that is neither text, array nor object: `-1.2345678901234567e-308`, and the comma after it. */
const BYTES_PER_VALUE = 25;

/** @throws Fault when there is no body, or it is too large or too deep. Only one that may be too large is encoded to know it. */
export function checkBody(body: unknown): void {
  if (body === undefined) throw new Fault('missing-field', 'there is no body; null would be one');
  if (mostBytes(body, 0) <= BODY_LIMIT_BYTES || Buffer.byteLength(JSON.stringify(body)) <= BODY_LIMIT_BYTES) return;
  throw new Fault('too-large', `a body may be ${BODY_LIMIT_BYTES} bytes of JSON, and this one is over it`);
}

/** An upper limit of the bytes of `value` as JSON. */
function mostBytes(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length * BYTES_PER_UNIT + 3;
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  if (depth === BODY_DEPTH_LIMIT) {
    throw new Fault('too-large', `a body may be nested ${BODY_DEPTH_LIMIT} levels deep, and this one is deeper`);
  }
  let bytes = 3;
  if (Array.isArray(value)) for (const entry of value) bytes += mostBytes(entry, depth + 1);
  else if (ArrayBuffer.isView(value)) throw new Fault('wrong-type', 'a body must be JSON; a framework may carry bytes');
  else {
    for (const name in value) {
      bytes += name.length * BYTES_PER_UNIT + 3 + mostBytes((value as Record<string, unknown>)[name], depth + 1);
    }
  }
  return bytes;
}

/** The body that `{"body": <any>}` or `{"bytes": n}` asks for. @throws Fault when it cannot be asked for so */
export function bodyAskedFor(asked: unknown, what: string): unknown {
  const { body, bytes } = fieldsOf(asked, what);
  if (bytes === undefined) checkBody(body);
  else if (body !== undefined) throw new Fault('out-of-range', `${what} has both body and bytes, and may have one`);
  return bytes === undefined ? body : filling(checkInteger(bytes, 'bytes', 0, PAYLOAD_LIMIT_BYTES));
}

/** The body that comes with a name, or with its return; null when there is none. @throws Fault when it cannot be taken */
export function bodyBeside(data: unknown): unknown {
  const body = isFields(data) && Object.hasOwn(data, 'body') ? data.body : null;
  if (body === undefined) return null;
  checkBody(body);
  return body;
}

/** Text of `length` ASCII characters. */
function filling(length: number): string {
  return FILLING.repeat(Math.ceil(length / FILLING.length)).slice(0, length);
}
