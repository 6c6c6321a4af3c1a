import { readVectors, type Said, type Vector } from '../../protocol/vectors.ts';
import type { RefusalCode } from '../../protocol/verbs.ts';
import { Room } from './room.ts';
import { play } from './testing/vector.ts';

const vectors = readVectors();

/** Puts jest's matcher where a vector says that any sentence will do. */
function withMatchers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMatchers);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, '$any')) return expect.stringMatching(/\S/);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMatchers(field)]));
}

describe.each(vectors)('%s', (_file, vector: Vector) => {
  const { said, counts } = play(vector);

  test(`${vector.verb}: ${vector.name}: the room says what it must, and nothing more`, () => {
    const inShort = (what: Said) => ({ ...what, data: undefined });
    expect(said.map(inShort)).toEqual(vector.expect.map(inShort));
    expect(said).toStrictEqual(withMatchers(vector.expect));
  });

  test(`${vector.verb}: ${vector.name}: the counts are what they must be`, () => {
    expect(counts).toEqual(vector.counts);
  });
});

test('the vectors show every code of refusal there is', () => {
  const codes: Record<RefusalCode, true> = {
    'bad-json': true,
    'unknown-event': true,
    'wrong-state': true,
    'missing-field': true,
    'wrong-type': true,
    'out-of-range': true,
    'name-taken': true,
    'too-large': true,
  };
  const shown = vectors
    .flatMap(([, vector]) => vector.expect)
    .flatMap((said) => ('data' in said ? [(said.data as { code?: string }).code] : []));
  expect(new Set(shown)).toEqual(new Set([...Object.keys(codes), undefined]));
});

test('a body is carried as the very value that came, and once for all', () => {
  const said: { body: unknown }[] = [];
  const room = new Room<string>({ send() {}, broadcast: (_event, data) => said.push(data as { body: unknown }) });
  room.connect('A');
  room.connect('B');
  const body = { deep: [1] };
  room.receive('A', 'publish', body);
  expect(said).toHaveLength(1);
  expect(said[0]!.body).toBe(body);
});

test('bytes, which some frameworks carry, are no JSON', () => {
  const said: unknown[] = [];
  const room = new Room<string>({ send: (_to, _event, data) => said.push(data), broadcast() {} });
  room.connect('A');
  for (const bytes of [Buffer.from('x'), { deep: [new Uint8Array(5)] }]) room.receive('A', 'echo', bytes);
  expect(said).toEqual([
    expect.objectContaining({ code: 'wrong-type' }),
    expect.objectContaining({ code: 'wrong-type' }),
  ]);
});

test('hops are when it came and when it was handed on, by the same clock', () => {
  let time = 5;
  const said: unknown[] = [];
  const room = new Room<string>({ send: (_to, _event, data) => said.push(data), broadcast() {} }, () => time++);
  room.connect('A');
  room.receive('A', 'echo', 'x');
  expect(said).toEqual([{ body: 'x', hops: [5, 6] }]);
});

test('connections that end while they are told of another one’s end are told of in turn', () => {
  const open = new Set(['A', 'B', 'C', 'D']);
  const said: string[] = [];
  const end = (connection: string) => {
    if (open.delete(connection)) room.disconnect(connection);
  };
  const room: Room<string> = new Room({
    send() {},
    broadcast(event, data) {
      const { name } = data as { name: string };
      for (const connection of [...open]) said.push(`${connection} hears ${event} ${name}`);
      if (event === 'left') for (const connection of ['B', 'C']) end(connection);
    },
  });
  for (const connection of open) room.connect(connection);
  for (const connection of open) room.request(connection, 'join', { name: connection.toLowerCase() });
  said.length = 0;
  end('A');
  expect(said).toEqual(['B hears left a', 'C hears left a', 'D hears left a', 'D hears left b', 'D hears left c']);
});

test('an event that comes a year late does not make lists of a year', () => {
  let time = 0;
  const room = new Room<string>({ send() {}, broadcast() {} }, () => time);
  room.connect('A');
  room.begin({ bucketMs: 10, greet: null });
  room.receive('A', 'sink', 0);
  time = 365 * 86_400_000;
  room.receive('A', 'sink', 0);
  expect(room.counts.verbs.sink).toEqual({ received: [1], sent: [0] });
});

test('a mistake of ours is no refusal', () => {
  const room = new Room<string>({
    send() {
      throw new Error('the framework failed');
    },
    broadcast() {},
  });
  room.connect('A');
  expect(() => room.receive('A', 'echo', 1)).toThrow('the framework failed');
});
