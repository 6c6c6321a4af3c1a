import type { RefusalCode } from '../../protocol/messages.ts';
import { Hub } from './hub.ts';
import { type Output, play, readVectors, type Vector } from './testing/vector.ts';

const vectors = readVectors();

/** Puts jest's matcher where a vector says that any sentence will do. */
function withMatchers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMatchers);
  if (typeof value !== 'object' || value === null) return value;
  if ('$any' in value) return expect.stringMatching(/\S/);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMatchers(field)]));
}

describe.each(vectors)('%s', (_file, vector: Vector) => {
  const { outputs, state } = play(vector);

  test(`${vector.name}: the hub says what it must, and nothing more`, () => {
    const said = (output: Output) => `${output.at} ${output.to} ${output.event}`;
    expect(outputs.map(said)).toEqual(vector.expect.map(said));
    expect(outputs).toStrictEqual(withMatchers(vector.expect));
  });

  test(`${vector.name}: it ends ${vector.state}`, () => {
    expect(state).toBe(vector.state);
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
    'client-taken': true,
    'too-large': true,
  };
  const shown = vectors
    .flatMap(([, vector]) => vector.expect)
    .flatMap(({ event, data }) => (event === 'refused' ? [(data as { code: string }).code] : []));
  expect(new Set(shown)).toEqual(new Set(Object.keys(codes)));
});

test('numbers that JSON can write and a clock cannot mean are out of range', () => {
  const refused: unknown[] = [];
  const hub = new Hub<string>({ send: (_to, _event, data) => refused.push(data), broadcast: () => {} });
  hub.connect('A');
  const data = JSON.parse('{"testType":"echo","clientCount":1,"spacing":1,"startTime":1e999}');
  hub.receive('A', 'initTest', data);
  expect(refused).toMatchObject([{ event: 'initTest', code: 'out-of-range' }]);
});

test('reports that would not fit in memory are too large', () => {
  const said: [event: string, data: { code?: string }][] = [];
  const hub = new Hub<string>({
    send: (_to, event, data) => said.push([event, data as { code?: string }]),
    broadcast: () => {},
  });
  hub.connect('A');
  const clientCount = 30;
  hub.receive('A', 'initTest', { testType: 'echo', clientCount, spacing: 1, startTime: 0 });
  for (let clientId = 1; clientId <= clientCount; clientId++) hub.receive('A', 'complete', { clientId });
  const histogram = 'x'.repeat(1_000_000);
  for (let clientId = 1; clientId <= clientCount; clientId++) {
    hub.receive('A', 'report', {
      ...{ clientIds: [clientId], sentByClients: [], receivedByClients: [], latencySum: [], latencyCount: [] },
      ...{ fromSent: histogram, fromDue: histogram, delivery: histogram, lateness: histogram },
      ...{ duplicates: 0, missing: 0, outOfOrder: 0, negative: 0, refused: [], closed: [], transports: {} },
      loopDelay: null,
    });
  }
  expect(said.length).toBeGreaterThan(0);
  expect(new Set(said.map(([event, { code }]) => `${event} ${code}`))).toEqual(new Set(['refused too-large']));
});

test('a listener of the hub that itself ends a connection does not confuse it', () => {
  const said: string[] = [];
  const hub: Hub<string> = new Hub({
    send: (to, event) => said.push(`${to} ${event}`),
    broadcast(event) {
      said.push(`all ${event}`);
      if (event === 'message') hub.disconnect('A');
    },
  });
  hub.connect('A');
  hub.connect('B');
  hub.receive('A', 'initTest', { testType: 'broadcast', clientCount: 2, spacing: 1, startTime: 0 });
  hub.receive('B', 'message', { id: 'c:1m:0', clientId: 1, seq: 0, due: 0, sent: 0, payload: '' });
  expect(hub.state).toBe('idle');
  hub.receive('B', 'complete', { clientId: 1 });
  expect(said).toEqual(['all testStarted', 'all message', 'B refused']);
});
