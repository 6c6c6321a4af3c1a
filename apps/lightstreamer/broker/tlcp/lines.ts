/** Writes responses and notifications, each one line with its separator. */

/** A field's value: null, or text. */
export type Value = string | null;

const END = '\r\n';
/** A run of this many unchanged values is as short in separators as in a count. */
const LONGEST_UNCOUNTED = 3;
// A value's own characters that have a meaning in a list of values.
const RESERVED = /[%|\r\n]/g;
const ARGUMENT_RESERVED = /[%,\r\n]/g;

/** One response or notification. Texts among the arguments are encoded here. */
export function line(tag: string, ...args: (string | number)[]): string {
  let text = tag;
  for (const arg of args) text += `,${typeof arg === 'number' ? arg : encodeArgument(arg)}`;
  return text + END;
}

function encodeArgument(text: string): string {
  return text.replace(ARGUMENT_RESERVED, percent);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A real-time update: only what differs from `before`, the values sent last (null: nothing was sent). */
export function updateLine(
  subscription: number,
  item: number,
  values: readonly Value[],
  before: readonly Value[] | null,
): string {
  return `U,${subscription},${item},${encodeValues(values, before)}${END}`;
}

/**
 * The list of values of an update. A value that has not changed is left empty, a run of them is counted where that is shorter; null is
 * `#`, the empty text `$`.
 */
export function encodeValues(values: readonly Value[], before: readonly Value[] | null): string {
  if (before === null) return values.map(encodeValue).join('|');
  const parts: string[] = [];
  let same = 0;
  const closeRun = () => {
    if (same > LONGEST_UNCOUNTED) parts.push(`^${same}`);
    else for (let each = 0; each < same; each++) parts.push('');
    same = 0;
  };
  for (const [at, value] of values.entries()) {
    if (value === before[at]) {
      same += 1;
      continue;
    }
    closeRun();
    parts.push(encodeValue(value));
  }
  closeRun();
  return parts.join('|');
}

function encodeValue(value: Value): string {
  if (value === null) return '#';
  if (value === '') return '$';
  const text = value.replace(RESERVED, percent);
  const first = text[0];
  return first === '#' || first === '$' || first === '^' ? percent(first) + text.slice(1) : text;
}
