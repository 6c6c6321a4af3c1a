/** The data of events and requests over DDP: a value, as everything else there; JSON text only where EJSON would alter the value. */

/** Values nested deeper are sent as JSON text, and not walked through. */
const DEPTH_LIMIT = 64;
/** Names that EJSON gives a meaning of its own, and one that the client library loses. */
const MEANS_MORE = /^(\$|__proto__$|callee$)/;

type Carried = { data: unknown } | { json: string };

/** The fields of a document that carry `data`. */
export function carriedBy(data: unknown): Carried {
  return isCarried(data, 0) ? { data } : { json: JSON.stringify(data) };
}

/** The data in a document's `fields`. @throws SyntaxError when its JSON text is none */
export function dataIn({ data, json }: { data?: unknown; json?: string }): unknown {
  return json === undefined ? data : JSON.parse(json);
}

/** The parameters of a method that carry `data`; none where there is none. */
export function parametersOf(data: unknown): unknown[] {
  if (data === undefined) return [];
  const carried = carriedBy(data);
  return 'json' in carried ? [null, carried.json] : [carried.data];
}

/** The data in a method's parameters, from hostile clients; null when it is no JSON. */
export function readParameters([value, json]: unknown[]): { data: unknown } | null {
  if (json === undefined) return isJson(value, 0) ? { data: value } : null;
  if (typeof json !== 'string') return null;
  try {
    return { data: JSON.parse(json) };
  } catch {
    return null;
  }
}

function isCarried(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEPTH_LIMIT) return false;
  if (Array.isArray(value)) return value.every((entry) => isCarried(entry, depth + 1));
  return Object.entries(value).every(([name, field]) => !MEANS_MORE.test(name) && isCarried(field, depth + 1));
}

/** False for what EJSON makes dates and bytes of. The house refuses what is nested deeper than is looked at here. */
function isJson(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return true;
  if (value instanceof Date || ArrayBuffer.isView(value)) return false;
  return Object.values(value).every((field) => isJson(field, depth + 1));
}
