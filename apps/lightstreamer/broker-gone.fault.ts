/** The broker is killed and comes back, the adapters are killed and come back, and nothing is ever left running. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Adapter, Socket, Transport } from '../../protocol/socket.ts';
import { isBuilt } from '../../setup/apps/build.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest.ts';
import { lacks } from '../../setup/apps/ready.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';
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

async function visit(transport: Transport): Promise<{ socket: Socket; closed: Promise<string> }> {
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const socket = await adapter.connect(server.url, { transport });
  ends.push(() => socket.close());
  return { socket, closed: new Promise((resolve) => socket.onClose(resolve)) };
}

/** Runs a test of one client to its end: the hub is idle before and after. */
async function runTest(): Promise<void> {
  const { socket } = await visit('websocket');
  const answered = new Promise((resolve) => {
    socket.on('testStarted', resolve);
    socket.on('refused', resolve);
  });
  const harvested = new Promise((resolve) => socket.on('harvest', resolve));
  const init = { testType: 'echo', clientCount: 1, spacing: 1, startTime: 0 };
  socket.emit('initTest', init);
  expect(await answered).toEqual(init);
  socket.emit('complete', { clientId: 1 });
  await harvested;
  await socket.close();
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
    visitors[0]!.socket.emit('initTest', { testType: 'echo', clientCount: 2, spacing: 1, startTime: 0 });
    for (let n = 0; n < 2; n++) {
      process.kill(brokerOf(server.pid), 'SIGKILL');
      const times = () => server.log().match(/the broker ended by itself \(SIGKILL\)/g)?.length ?? 0;
      while (times() <= n) await pause();
      for (const { closed } of visitors) await closed;
      await connects();
    }
    // Its master is gone, and so is the test.
    await runTest();
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
    // A broker that runs by itself, as the vendor's may.
    const child = spawnOwned([process.execPath, join(app.dir, 'dist', 'broker.mjs')], {
      label: 'open broker',
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0' },
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
    await start(env);
    const visitors = await Promise.all(adapterTransports().map(visit));
    await server.kill();
    for (const { closed } of visitors) await closed;
    expect(child.exitCode).toBeNull();
    await start(env);
    await runTest();
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
