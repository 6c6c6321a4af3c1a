import { type App, readApps } from '../../../setup/apps/manifest/manifest.ts';
import condition from './condition.ts';

const transports = { websocket: { swarms: ['console'], name: 'w' }, sse: { swarms: ['console'], name: 's' } };
const appOf = (reconnect?: object): App => ({ id: 'app', transports, reconnect }) as unknown as App;

const plain = { by: 'framework', asItComes: 'after 1 s' };
const whole = { ...plain, recovery: 'two minutes of it' };
const refusal = (app: App, transport: 'websocket' | 'sse' = 'websocket', asked = true): string | null =>
  condition.refuses(asked, { app, transport, swarm: 'console' });

test('a run with recovery says so, tells servers and clients, and is compared with no other', async () => {
  const { identity, serverEnvironment, connectOptions } = (await condition.prepare(true))!;
  expect(identity).toMatchObject({ value: 'on', mark: 'with recovery' });
  expect(identity).not.toHaveProperty('remark');
  expect([serverEnvironment, connectOptions]).toEqual([{ RECOVERY: 'on' }, { recovery: true }]);
  expect(await condition.prepare(null)).toBeNull();
});

test('what has no recovery is refused, with the apps that have it', () => {
  const all = readApps().filter(({ reconnect }) => reconnect?.recovery !== undefined);
  const names = all.map(({ id }) => id).join(', ') || 'no app: there is none';
  const wanted = `has no recovery to switch on: omit --recovery, or choose of ${names}`;
  expect([refusal(appOf()), refusal(appOf(plain))]).toEqual([wanted, wanted]);
  expect([refusal(appOf(whole)), refusal(appOf(plain), 'websocket', false)]).toEqual([null, null]);
});

test('a transport that it does not work over is refused, with what to do', () => {
  const some = appOf({ ...whole, recoversOver: ['websocket'] });
  expect([refusal(some), refusal(some, 'sse')]).toEqual([
    null,
    'has no recovery to switch on over sse: choose another transport, or omit --recovery',
  ]);
});
