/** A fault in what a client sent: the code and sentence it is refused with. */
import type { RefusalCode } from '../../protocol/messages.ts';

export interface Fault {
  code: RefusalCode;
  reason: string;
}

/** An event's data once it is known to be a JSON object: its fields, not yet checked. */
export type Fields = Record<string, unknown>;

export const NOT_AN_OBJECT: Fault = { code: 'wrong-type', reason: 'data must be a JSON object' };

export function isFields(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

export function missing(field: string): Fault {
  return { code: 'missing-field', reason: `${field} is missing` };
}

export function mistyped(field: string, expected: string): Fault {
  return { code: 'wrong-type', reason: `${field} must be ${expected}` };
}

export function outOfRange(field: string, expected: string): Fault {
  return { code: 'out-of-range', reason: `${field} must be ${expected}` };
}

/** The fault when `fields[field]` is absent or not of the JSON type `type`. */
export function typeFault(fields: Fields, field: string, type: 'string' | 'number'): Fault | null {
  const value = fields[field];
  if (value === undefined) return missing(field);
  return typeof value === type ? null : mistyped(field, `a ${type}`);
}

/** The fault when the number `value` is not an integer from `least` to `most`. */
export function integerFault(
  field: string,
  value: unknown,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): Fault | null {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return null;
  return outOfRange(
    field,
    most === Number.MAX_SAFE_INTEGER ? `an integer, ${least} or more` : `an integer from ${least} to ${most}`,
  );
}

/** The fault when the number `value` is not finite (JSON text such as `1e999` reads as infinity). */
export function finiteFault(field: string, value: unknown): Fault | null {
  return Number.isFinite(value) ? null : outOfRange(field, 'a finite number');
}
