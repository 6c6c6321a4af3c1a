import { TRANSPORT_ENTRIES } from './transports.ts';

test('a client over HTTP holds two connections, one over a WebSocket holds one, polling or not', () => {
  const held = Object.entries(TRANSPORT_ENTRIES).map(([name, { connections }]) => [name, connections]);
  expect(Object.fromEntries(held)).toEqual({
    ...{ websocket: 1, 'ws-polling': 1 },
    ...{ sse: 2, 'http-streaming': 2, 'long-polling': 2, polling: 2, rest: 2 },
  });
});
