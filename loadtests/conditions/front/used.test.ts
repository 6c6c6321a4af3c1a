/** Tests of what is counted from a front's log, and of what a record says of it. */
import { Ajv } from 'ajv';
import { conditionsMeasuredSchema, MOST_PARTS } from '../../../protocol/conditions.ts';
import type { LoggedRequest } from './front.ts';
import { Used } from './used.ts';
import { usedRecord } from './used-record.ts';

const request = (connection: string, http: LoggedRequest['http'], webSocket = false): LoggedRequest => ({
  at: 0,
  connection,
  http,
  tls: 'TLSv1.3',
  alpn: http === '2' ? 'h2' : null,
  webSocket,
});

/** Connections of `a` are those of member 1, of `b` those of member 2. */
const owners = {
  missing: 'no member had it',
  memberOf: (_: string, connection: string) => ({ a: 1, b: 2 })[connection[0]!] ?? null,
};

const valid = new Ajv().compile(conditionsMeasuredSchema);

/** Makes the record's entry; its schema is checked in passing. */
function recordOf(used: Used, { hadTest = true, of = owners }: { hadTest?: boolean; of?: typeof owners } = {}) {
  const record = usedRecord('haproxy 2.6.12', used, of, hadTest);
  expect(valid({ front: record }) || valid.errors).toBe(true);
  return record;
}

/** Two browsers, the first with a WebSocket on its one connection, the second with one on a connection of its own. */
function ofTwo(): Used {
  const used = new Used();
  used.add(request('a:1', '2'));
  used.add(request('a:1', '2', true), true);
  for (let times = 0; times < 3; times++) used.add(request('b:1', '2'), true);
  used.add(request('b:2', '1.1', true));
  return used;
}

test('connections, requests and WebSockets are counted by version, and those of the test apart', () => {
  const used = ofTwo();
  const { value, text } = recordOf(used);
  expect(value).toEqual({
    program: 'haproxy 2.6.12',
    tls: 'TLSv1.3',
    alpn: 'h2',
    http11Connections: 1,
    http11Requests: 1,
    http11RequestsInTest: 0,
    http11WebSockets: 1,
    http11MostRequests: 1,
    h2Connections: 2,
    h2Requests: 5,
    h2RequestsInTest: 4,
    h2WebSockets: 1,
    h2MostRequests: 3,
  });
  expect(text).toBe(
    'haproxy 2.6.12; TLSv1.3, ALPN h2; ' +
      'HTTP/1.1: 1 connection with 1 request, 1 WebSocket of them, 0 began in the test, 1 member with 1 connection each; ' +
      'HTTP/2: 2 connections with 5 requests, 1 WebSocket of them, 4 began in the test, 2 members with 1 connection each',
  );
  expect(used.fellBack('h2')).toBe('HTTP/2 was asked for; 1 request (1 WebSocket) used HTTP/1.1, 5 used HTTP/2');
});

test('a record says what each member used, and what each connection was', () => {
  const { parts, partsMissing } = recordOf(ofTwo());
  expect(parts!.members).toEqual([
    { member: 1, http: 'HTTP/2', connections: 1, requests: 2, requestsInTest: 1, webSockets: 1, mostRequests: 2 },
    { member: 2, http: 'HTTP/1.1', connections: 1, requests: 1, requestsInTest: 0, webSockets: 1, mostRequests: 1 },
    { member: 2, http: 'HTTP/2', connections: 1, requests: 3, requestsInTest: 3, webSockets: 0, mostRequests: 3 },
  ]);
  const how = { tls: 'TLSv1.3', alpn: 'h2' };
  expect(parts!.connections).toEqual([
    { member: 1, http: 'HTTP/2', ...how, requests: 2, requestsInTest: 1, webSockets: 1 },
    { member: 2, http: 'HTTP/1.1', ...how, alpn: 'none', requests: 1, requestsInTest: 0, webSockets: 1 },
    { member: 2, http: 'HTTP/2', ...how, requests: 3, requestsInTest: 3, webSockets: 0 },
  ]);
  expect(partsMissing).toBeUndefined();
});

test('what is not known is null, with the reason', () => {
  const used = new Used();
  used.add(request('c:1', '2'));
  const { value, parts, partsMissing } = recordOf(used, { hadTest: false });
  expect(parts!.members).toMatchObject([{ member: null, requests: 1, requestsInTest: null }]);
  expect(parts!.connections).toMatchObject([{ member: null, requestsInTest: null }]);
  expect(partsMissing).toEqual({ member: 'no member had it', requestsInTest: 'no test was finished' });
  expect(value).not.toHaveProperty('h2RequestsInTest');
});

test('nothing was used where nothing was asked', () => {
  expect(new Used().fellBack('h2')).toBeNull();
  const { text, parts, partsMissing } = recordOf(new Used());
  expect([text, parts]).toEqual(['haproxy 2.6.12; no requests', { members: [], connections: [] }]);
  expect(partsMissing).toBeUndefined();
});

test('a record stays small however many connections and members there are, and loses no request', () => {
  const used = new Used(500);
  for (let connection = 0; connection < 1_000; connection++) used.add(request(`a:${connection}`, '1.1'));
  const memberOf = (_: string, connection: string) => (connection === '' ? null : Number(connection.slice(2)) + 1);
  const { value, parts, partsMissing } = recordOf(used, { of: { ...owners, memberOf } });
  expect(value).toMatchObject({ http11Requests: 1_000, http11MostRequests: 500, unlistedConnections: 461 });
  expect(parts!.members).toHaveLength(MOST_PARTS);
  const listed = parts!.connections!.reduce((sum, { requests }) => sum + Number(requests), 0);
  expect(listed + Number((value as Record<string, unknown>).unlistedRequests)).toBe(1_000);
  expect(partsMissing).toMatchObject({
    connections: 'more than 500 connections: the rest counts as one',
    members: 'only 100 of 501 are listed',
  });
});

test('a browser that learns of HTTP/3 over HTTP/2 has not fallen back, and one that stays with HTTP/2 has', () => {
  const used = new Used();
  for (const one of [request('a:1', '2'), request('a:2', '3'), request('a:2', '3')]) used.add(one);
  expect(used.fellBack('h3')).toBeNull();
  used.add(request('b:1', '2'));
  expect(used.fellBack('h3')).toBe('HTTP/3 was asked for; 2 requests used HTTP/2, 2 used HTTP/3');
});
