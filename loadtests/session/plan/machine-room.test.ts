import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { needsOf } from './machine-room.ts';

const known = madeUpApp('known', { memory: { serverMB: 100, serverKBPerClient: 20, clientKB: 50 } });
const combinations = [
  { app: madeUpApp('alpha'), transport: 'websocket' as const },
  { app: known, transport: 'sse' as const },
];

test('each combination needs what its framework and its transport do', () => {
  const [alpha, other] = needsOf({ swarm: 'console', clients: 10_000, combinations }, 250, 1);
  expect(alpha).toEqual({
    who: 'ALPHA over websocket',
    need: { clients: 10_000, workers: 40, perClient: 1, between: 1 },
  });
  expect(other!.need).toMatchObject({
    perClient: 2,
    memory: { serverBytes: 100e6, serverBytesPerClient: 20e3, clientBytes: 50e3 },
  });
});

test('a browser swarm is not looked at here', () => {
  expect(needsOf({ swarm: 'browser', clients: 60, combinations }, 250, 0)).toEqual([]);
});
