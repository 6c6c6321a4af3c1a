/** Helpers for the checks of a study's file. */

/** Told where something is wrong, and what. */
export type Report = (where: string, what: string) => void;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports `value` unless it is a text with something in it. */
export function text(value: unknown, where: string, report: Report): void {
  if (typeof value !== 'string' || value.trim() === '') report(where, 'expected a text');
}
