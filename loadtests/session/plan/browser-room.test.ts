import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { EXIT } from '../../../system/errors.ts';
import { demandBrowserRoom } from './browser-room.ts';

const app = madeUpApp('alpha');
const plan = (
  clients: number,
  transport: 'sse' | 'http-streaming' | 'long-polling' | 'polling' | 'websocket' | 'ws-polling',
) => ({
  browsers: 2,
  clients,
  combinations: [{ app, transport }],
});

test.each(['sse', 'http-streaming', 'long-polling', 'polling'] as const)('four clients over %s', (transport) => {
  expect(() => demandBrowserRoom(plan(8, transport), false)).not.toThrow();
  expect(() => demandBrowserRoom(plan(9, transport), false)).toThrow(
    expect.objectContaining({
      exitCode: EXIT.usage,
      message: expect.stringContaining('use 3 browsers for 9 clients'),
    }),
  );
});

test.each(['websocket', 'ws-polling'] as const)('two hundred clients over %s', (transport) => {
  expect(() => demandBrowserRoom(plan(400, transport), false)).not.toThrow();
  expect(() => demandBrowserRoom(plan(401, transport), false)).toThrow(/use 3 browsers/);
});

test('more where requests share connections', () => {
  expect(() => demandBrowserRoom(plan(196, 'sse'), true)).not.toThrow();
  expect(() => demandBrowserRoom(plan(197, 'sse'), true)).toThrow(/98/);
});

test('a console swarm is not looked at', () => {
  expect(() => demandBrowserRoom({ ...plan(1_000, 'sse'), browsers: 0 }, false)).not.toThrow();
});
