/** Figures for people: nested JSON as indented lines. */

function figure(value: unknown): string {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** One line per figure, `name  value`; objects become indented blocks, lists of plain values one line. */
export function figureLines(value: object, indent = ''): string[] {
  const entries = Object.entries(value);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.flatMap(([name, inner]) => {
    if (inner === null || typeof inner !== 'object') return `${indent}${name.padEnd(width)}  ${figure(inner)}`;
    if (Array.isArray(inner) && inner.every((item) => typeof item !== 'object')) {
      return `${indent}${name.padEnd(width)}  ${inner.map(figure).join(', ')}`;
    }
    return [`${indent}${name}`, ...figureLines(inner, `${indent}  `)];
  });
}
