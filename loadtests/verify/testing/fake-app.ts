/**
 * An app within this process, for testing the suite. With no sabotage it keeps every rule; each sabotage breaks one.
 */
import { CONTROL_TOKEN } from '../../../protocol/control.ts';
import type { Adapter, Socket, Transport } from '../../../protocol/socket.ts';
import { VERBS } from '../../../protocol/verbs.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../../setup/apps/places/server-process.ts';
import type { TestServers } from '../context.ts';
import type { ClientToKill } from '../killed-client.ts';
import type { Sabotage } from '../sabotage.ts';
import { limitsNow } from '../time-limits.ts';
import { comingBack, type Reached } from './fake-return.ts';
import { type Connection, FakeServer } from './fake-server.ts';
import { FakeTap } from './fake-tap.ts';

/** The servers that run, and the taps before them, by URL. */
type Servers = Map<string, FakeServer | FakeTap>;

function socketOf(server: FakeServer, connection: Connection, asked: Transport, tap: FakeTap | null): Socket {
  const { sabotage } = server;
  const passed = (text: string): string => tap?.passed(text) ?? text;
  const over = (text: string): void => {
    if (connection.open) setImmediate(() => server.take(connection, passed(text)));
  };
  return {
    get transport() {
      return sabotage.transport?.(asked, connection.events) ?? asked;
    },
    substitute: sabotage.substitute ?? null,
    notice: sabotage.notice ?? null,
    on: (event, handler) => {
      connection.handlers.set(event, [...(connection.handlers.get(event) ?? []), handler]);
    },
    emit: (event, data) => over(JSON.stringify({ event, data })),
    request: async (event, data) => {
      if (sabotage.requestsHang) return new Promise(() => {});
      return server.request(connection, passed(JSON.stringify({ event, data })));
    },
    onClose: (handler) => connection.closeHandlers.push(handler),
    close: async () => {
      if (sabotage.seesCloseAfterMs !== undefined) setTimeout(() => server.drop(connection), sabotage.seesCloseAfterMs);
      else if (!sabotage.lingers) server.drop(connection);
      connection.end('closed', sabotage.closesTwice ? 2 : 1);
    },
    raw: over,
  };
}

const TRANSPORTS: Transport[] = ['websocket', 'sse'];

function fakeAdapter(sabotage: Sabotage, servers: Servers): Adapter {
  const reach = async (url: string, transport: Transport): Promise<Reached> => {
    if (sabotage.connectHangs) return new Promise(() => {});
    const found = servers.get(url) ?? (sabotage.connectsToAnything ? [...servers.values()][0] : undefined);
    const tap = found instanceof FakeTap ? found : null;
    if (tap !== null) tap.attempts += 1;
    if (tap?.isCut) throw new Error('cut');
    const server = found instanceof FakeTap ? found.server : found;
    if (server === undefined || !server.running) throw new Error('nothing listens there');
    if (!TRANSPORTS.includes(transport) && !sabotage.connectsToAnything) throw new Error(`no ${transport}`);
    const connection = server.accept();
    tap?.connections.push(connection);
    return { connection, server, socket: socketOf(server, connection, transport, tap), isReachable: () => !tap?.isCut };
  };
  const connect: Adapter['connect'] = async (url, { transport, reconnect }) => {
    const open = () => reach(url, transport);
    const first = await open();
    return reconnect ? comingBack(first, open, sabotage.comesBack) : first.socket;
  };
  const connectFreely: Adapter['connectFreely'] = async (url) => {
    const socket = await connect(url, { transport: 'websocket' });
    return sabotage.chooses === undefined ? socket : { ...socket, transport: sabotage.chooses };
  };
  return { id: sabotage.adapterId ?? 'fake', transports: TRANSPORTS, connect, connectFreely };
}

export const FAKE_APP: App = {
  id: 'fake',
  label: 'Fake',
  language: 'none',
  homepage: 'https://example.org',
  features: ['load', 'auction'],
  verbs: [...VERBS],
  transports: {
    websocket: { name: 'w', swarms: ['browser', 'console'] },
    sse: { name: 's', swarms: ['browser', 'console'] },
  },
  requires: [],
  databases: ['sqlite'],
  build: [],
  start: ['none'],
  warmupSeconds: 0,
  clientPackage: null,
  reconnect: { by: 'framework', asItComes: 'at once', recovery: 'everything' },
  dir: '/nowhere',
  clientVersion: null,
};

const TOKEN = 'the token of the fake';

async function startFake(
  sabotage: Sabotage,
  servers: Servers,
  env: Record<string, string | undefined>,
): Promise<Server> {
  const fake = new FakeServer(sabotage, CONTROL_TOKEN in env ? null : TOKEN, env.RECOVERY === 'on');
  await fake.listen();
  const url = `http://127.0.0.1:${fake.port}`;
  servers.set(url, fake);
  const end = async (how: number | string): Promise<void> => {
    fake.end(how);
    servers.delete(url);
    await fake.exited;
  };
  return {
    url,
    port: fake.port,
    pid: process.pid,
    control: { url, token: TOKEN },
    versions: { framework: null, runtime: null },
    substitute: null,
    limits: null,
    maxClients: null,
    notice: null,
    otherPort: null,
    otherProcess: null,
    exited: fake.exited,
    running: () => fake.running,
    log: () => '',
    stop: () => end(sabotage.endsWith ?? 0),
    kill: () => end('SIGKILL'),
  };
}

/**
 * For what a fake does at once, ms: it is in this process, so what has not come by then never comes. Limits are whole seconds and grow on
 * a busy machine, and a saboteur that answers nothing costs all of one.
 */
const HASTY_MS = 300;

/** The servers by which a lane checks the fake. @param limitMs its time limit where the machine is not busy */
export function fakeServers(sabotage: Sabotage, limitMs = HASTY_MS): TestServers {
  const servers: Servers = new Map();
  const serverAt = (url: string) => servers.get(url) as FakeServer;
  return {
    app: FAKE_APP,
    adapter: fakeAdapter(sabotage, servers),
    limits: () => limitsNow(limitMs, limitMs, limitMs),
    startServer: (env = {}) => startFake(sabotage, servers, env),
    tapBefore: async ({ url }) => {
      const tap = new FakeTap(serverAt(url), `${url}/tap-${servers.size}`, serverAt);
      servers.set(tap.url, tap);
      return tap;
    },
    waitingConnections: async (_, wanted) => Math.min(wanted, sabotage.backlog ?? wanted),
    startClientToKill: async (url, _transport, task): Promise<ClientToKill> => {
      const server = serverAt(url);
      const connection = server.accept();
      const ask = (event: string, data: unknown) => server.request(connection, JSON.stringify({ event, data }));
      if (task.join !== null) await ask('join', { name: task.join });
      for (let n = 0; n < task.messages; n += 1) {
        server.take(connection, JSON.stringify({ event: 'publish', data: { from: task.from, n } }));
      }
      await ask('verify-fence', {});
      return {
        kill: async () => {
          if (!sabotage.forgetsDead) server.drop(connection);
        },
      };
    },
  };
}
