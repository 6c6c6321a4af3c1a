/** Tests of what client libraries do by themselves, with a front that lets WebSockets through and with one that refuses them. */

import { readApps } from '../../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { endConditions, prepareConditions } from '../../conditions/find.ts';
import front from '../../conditions/front/condition.ts';
import { amountsOf, fatalIn, smallRun } from '../testing/small-run.ts';

const ABOUT = { host: '127.0.0.1', advertise: null, elsewhere: false, swarm: 'console' } as const;
const apps = readApps();
const app = (id: string) => apps.find((one) => one.id === id)!;
const tools = await Promise.all(['haproxy', 'nginx'].map((id) => findTool(id)));
const fronts = tools.flatMap(({ id, found }) => (found ? [id] : []));
if (process.env.CI && !fronts.includes('haproxy')) throw new Error('CI is set, and HAProxy is not here');

/** A run of 3 clients. */
async function choose(id: string, protocol: 'http' | 'no-websocket', name = 'haproxy') {
  const conditions = await prepareConditions([front], { front: { front: name, protocol } }, ABOUT);
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

(fronts.includes('haproxy') ? describe : describe.skip)('a front', () => {
  test.each([
    ['http', 'onWebsocket'],
    ['no-websocket', 'onLongPolling'],
  ] as const)('%s: Socket.IO is %s', async (protocol, on) => {
    const record = await choose('socket.io', protocol);
    expect(fatalIn(record)).toEqual([]);
    expect(amountsOf(record)).toMatchObject({ connect: 3, held: 3, failed: 0, [on]: 3 });
  });

  test('http: SockJS is onWebsocket', async () => {
    expect(amountsOf(await choose('sockjs', 'http'))).toMatchObject({ held: 3, onWebsocket: 3 });
  });

  test.each(fronts)('%s refuses WebSockets, and logs none', async (name) => {
    const record = await choose('sockjs', 'no-websocket', name);
    expect(amountsOf(record)).toMatchObject({ held: 3, onHttpStreaming: 3 });
    expect(record.conditionsMeasured!.front!.value).toMatchObject({ http11WebSockets: 0 });
  });

  test('no-websocket: the platform alone has no fallback, and the run says so', async () => {
    const record = await choose('bare', 'no-websocket');
    expect(fatalIn(record)).toContain('connections-failed');
    expect(amountsOf(record)).toMatchObject({ held: 0, failed: 3 });
  });
});
