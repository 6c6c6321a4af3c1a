/**
 * EJSON: JSON that also carries dates, bytes and, escaped, what would look like them. From the appendix of the DDP specification.
 * Values of types that an application makes up (`$type`) are not known here and refused.
 */

/** Deepest nesting of values; deeper ones are refused, since they would cost stack. */
const DEPTH_LIMIT = 500;

/** JSON that is no EJSON. */
export class NoEjson extends Error {}

type Fields = Record<string, unknown>;

/** The value that `json` stands for. Parts that stand for themselves are not copied. @throws NoEjson */
export function decode(json: unknown, depth = 0): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (depth > DEPTH_LIMIT) throw new NoEjson(`values may be nested ${DEPTH_LIMIT} levels deep`);
  if (Array.isArray(json)) {
    for (let index = 0; index < json.length; index++) json[index] = decode(json[index], depth + 1);
    return json;
  }
  const fields = json as Fields;
  const names = Object.keys(fields);
  if (names.length === 1) {
    const name = names[0]!;
    const value = fields[name];
    if (name === '$date') return dateOf(value);
    if (name === '$binary') return bytesOf(value);
    if (name === '$escape' && isFields(value)) return decodeFields(value, depth + 1);
  }
  if (names.length === 2 && Object.hasOwn(fields, '$type') && Object.hasOwn(fields, '$value')) {
    throw new NoEjson(`no such type: ${JSON.stringify(fields.$type)}`);
  }
  return decodeFields(fields, depth);
}

/** The JSON that stands for `value`. Parts that stand for themselves are not copied. */
export function encode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof Uint8Array) return { $binary: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) {
    const entries = value.map(encode);
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  const fields = value as Fields;
  const names = Object.keys(fields);
  let encoded = fields;
  for (const name of names) {
    const json = encode(fields[name]);
    if (json === fields[name]) continue;
    if (encoded === fields) encoded = { ...fields };
    setField(encoded, name, json);
  }
  // Clients may know types besides those of the specification, all of one or two fields whose names begin with $.
  return names.length <= 2 && names.some((name) => name.startsWith('$')) ? { $escape: encoded } : encoded;
}

function decodeFields(fields: Fields, depth: number): Fields {
  for (const name of Object.keys(fields)) setField(fields, name, decode(fields[name], depth + 1));
  return fields;
}

function dateOf(value: unknown): Date {
  if (typeof value === 'number' && Math.abs(value) <= 8.64e15) return new Date(value);
  throw new NoEjson('$date must be milliseconds since 1970');
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value))
    return Uint8Array.from(Buffer.from(value, 'base64'));
  throw new NoEjson('$binary must be base 64');
}

/** Sets a field, even `__proto__`, to which one cannot assign. */
function setField(fields: Fields, name: string, value: unknown): void {
  if (name !== '__proto__') fields[name] = value;
  else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
