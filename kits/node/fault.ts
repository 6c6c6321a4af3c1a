/** A fault in what was sent: thrown where it is found, answered with its code and reason where the thing came in. */
import type { ControlCode } from '../../protocol/control.ts';

export class Fault extends Error {
  readonly code: ControlCode;
  /** The HTTP status it has as an answer of control. */
  readonly status: number;

  /** @param reason a sentence that the sender can act on */
  constructor(code: ControlCode, reason: string, status = 400) {
    super(reason);
    this.code = code;
    this.status = status;
  }

  /** `error` as a fault. @throws `error` itself when it is none, but a mistake of ours */
  static of(error: unknown): Fault {
    if (error instanceof Fault) return error;
    throw error;
  }
}

/** Data once it is known to be a JSON object: its fields, not yet checked. */
export type Fields = Record<string, unknown>;

export function isFields(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** The fields of `data`, which is called `what`. @throws Fault when it is no JSON object */
export function fieldsOf(data: unknown, what: string): Fields {
  if (isFields(data)) return data;
  throw new Fault('wrong-type', `${what} must be a JSON object`);
}

/** @throws Fault when `value`, which is called `what`, is absent or no integer from `least` to `most` */
export function checkInteger(value: unknown, what: string, least: number, most: number): number {
  if (value === undefined) throw new Fault('missing-field', `${what} is missing`);
  if (typeof value !== 'number') throw new Fault('wrong-type', `${what} must be a number`);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Fault('out-of-range', `${what} must be an integer from ${least} to ${most}`);
}

/** The value that `text` is the JSON of. @throws Fault when it is none */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('bad-json', 'not JSON');
  }
}
