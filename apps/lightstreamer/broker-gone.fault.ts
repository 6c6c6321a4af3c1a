/** Kills the broker and the adapters, which come back; no process stays behind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Adapter, Socket, Transport } from '../../protocol/socket.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { spawnOwned } from '../../system/processes.ts';

const app = readApp(join(APPS_DIR, 'lightstreamer'));
const missing = [
  ...(await lacks(app)),
  ...(isBuilt(app) ? [] : ['it is not built as it is now; ./outcry setup does it']),
];
if (missing.length > 0) console.warn(`the end of apps/lightstreamer's broker is not tested: ${missing.join('; ')}`);

/** The open broker, whatever the environment names. */
const OPEN = { LIGHTSTREAMER_HOME: '', LIGHTSTREAMER_URL: '', LIGHTSTREAMER_ARI: '' };

let server: Server;
const ends: (() => Promise<void>)[] = [];

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer(app, { env: { ...OPEN, ...env } });
  ends.push(server.kill);
}

/** A broker that runs by itself, as the vendor's may. */
async function openBroker() {
  const child = spawnOwned([process.execPath, join(app.dir, 'dist', 'broker.mjs')], {
    label: 'open broker',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ADAPTER_SET: 'OUTCRY' },
  });
  ends.push(async () => {
    child.kill('SIGKILL');
  });
  const [line] = await new Promise<string[]>((resolve) => {
    createInterface({ input: child.stdout! }).once('line', (text) => resolve([text]));
  });
  const { port, ari } = JSON.parse(line!);
  const env = {
    LIGHTSTREAMER_URL: `http://127.0.0.1:${port}`,
    LIGHTSTREAMER_ARI: `127.0.0.1:${ari.metadata},${ari.data},${ari.notify}`,
  };
  return { env, child };
}

async function visit(transport: Transport): Promise<{ socket: Socket; closed: Promise<string> }> {
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const socket = await adapter.connect(server.url, { transport });
  ends.push(() => socket.close());
  return { socket, closed: new Promise((resolve) => socket.onClose(resolve)) };
}

/** Joins under a free name. */
async function joins(name: string): Promise<Socket> {
  const { socket } = await visit('websocket');
  expect(await socket.request('join', { name })).toEqual({ ok: true, names: [name] });
  return socket;
}

const brokerOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Resolves when there is no process `pid` any more. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await pause();
  }
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

(missing.length === 0 ? describe : describe.skip)('apps/lightstreamer', () => {
  test('a broker that is killed ends every connection and is started again where it was', async () => {
    await start();
    const visitors = await Promise.all(adapterTransports().map(visit));
    expect(await visitors[0]!.socket.request('join', { name: 'Ada' })).toMatchObject({ ok: true });
    for (let n = 0; n < 2; n++) {
      process.kill(brokerOf(server.pid), 'SIGKILL');
      const times = () => server.log().match(/the broker ended by itself \(SIGKILL\)/g)?.length ?? 0;
      while (times() <= n) await pause();
      for (const { closed } of visitors) await closed;
      await connects();
    }
    // The client that had the name is gone.
    await joins('Ada');
    expect(server.running()).toBe(true);
  });

  test('SIGTERM leaves no process', async () => {
    await start();
    const broker = brokerOf(server.pid);
    const { closed } = await visit('websocket');
    process.kill(server.pid, 'SIGTERM');
    expect(await server.exited).toBe(0);
    await ended(broker);
    await closed;
  });

  test('a server that is killed leaves no broker behind', async () => {
    await start();
    const broker = brokerOf(server.pid);
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    await ended(broker);
  });

  test('adapters that are killed end every connection; when they are back, everything is', async () => {
    const { env, child } = await openBroker();
    await start(env);
    const visitors = await Promise.all(adapterTransports().map(visit));
    await server.kill();
    for (const { closed } of visitors) await closed;
    expect(child.exitCode).toBeNull();
    await start(env);
    await joins('Ada');
  });

  test('a server that ends says so to its clients, though their broker goes on', async () => {
    const { env, child } = await openBroker();
    await start(env);
    const streaming = (['websocket', 'http-streaming'] as const).map(visit);
    const polling = (['ws-polling', 'polling'] as const).map(visit);
    const visitors = await Promise.all([...streaming, ...polling]);
    process.kill(server.pid, 'SIGTERM');
    const reasons = await Promise.all(visitors.map(({ closed }) => closed));
    // This broker ends its sessions with the adapters; a client between two polls hears no reason.
    expect(reasons.slice(0, 2)).toEqual(Array(2).fill('the server ended the connection'));
    expect(await server.exited).toBe(0);
    expect(child.exitCode).toBeNull();
  });
});

const adapterTransports = () => Object.keys(app.transports) as Transport[];

/** Resolves when a client can connect again. */
async function connects(): Promise<void> {
  for (;;) {
    try {
      const { socket } = await visit('websocket');
      return await socket.close();
    } catch {
      await pause();
    }
  }
}
