/** What client libraries do by themselves, with a front that lets WebSockets through and with one that refuses them. */

import { readApps } from '../../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { endConditions, prepareConditions } from '../../conditions/find.ts';
import front from '../../conditions/front/condition.ts';
import { amountsOf, fatalIn, smallRun } from '../testing/small-run.ts';

const ABOUT = { host: '127.0.0.1', advertise: null, joined: false, swarm: 'console' } as const;
const apps = readApps();
const app = (id: string) => apps.find((one) => one.id === id)!;
const { found } = await findTool('haproxy');
if (process.env.CI && !found) throw new Error('CI is set, and HAProxy is not here');

/** A run of 3 clients. */
async function choose(id: string, protocol: 'http' | 'no-websocket') {
  const conditions = await prepareConditions([front], { front: { front: 'haproxy', protocol } }, ABOUT);
  try {
    const params = { after: 2 };
    return await smallRun({
      scenario: 'own-choice',
      params,
      app: app(id),
      transport: 'websocket',
      clients: 3,
      conditions,
    });
  } finally {
    await endConditions(conditions);
  }
}

(found ? describe : describe.skip)('a front', () => {
  test.each([
    ['http', 'onWebsocket'],
    ['no-websocket', 'onLongPolling'],
  ] as const)('%s: Socket.IO is %s', async (protocol, on) => {
    const record = await choose('socket.io', protocol);
    expect(fatalIn(record)).toEqual([]);
    expect(amountsOf(record)).toMatchObject({ connect: 3, held: 3, failed: 0, [on]: 3 });
  });

  test.each([
    ['http', 'onWebsocket'],
    ['no-websocket', 'onHttpStreaming'],
  ] as const)('%s: SockJS is %s', async (protocol, on) => {
    expect(amountsOf(await choose('sockjs', protocol))).toMatchObject({ held: 3, [on]: 3 });
  });

  test('no-websocket: the platform alone has no fallback, and the run says so', async () => {
    const record = await choose('bare', 'no-websocket');
    expect(fatalIn(record)).toContain('connections-failed');
    expect(amountsOf(record)).toMatchObject({ held: 0, failed: 3 });
  });
});
