import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server without a framework. A request to /throw throws from a callback, one to /reject is a rejected promise. */
const PROGRAM = `
  import { runServer } from ${JSON.stringify(new URL('./server.ts', import.meta.url).href)};
  import { createServer } from 'node:http';
  /** A server of a framework's own. */
  function listenerFor(http) {
    const own = createServer((request, response) => http.emit('request', request, response));
    return {
      listen: ({ port, host }) => new Promise((resolve, reject) => {
        own.once('error', reject);
        own.listen(port, host, () => resolve(own.address().port));
      }),
      close(closed) {
        console.error('own listener closed');
        own.close(closed);
      },
    };
  }
  runServer({
    framework: '1.2.3',
    runtime: process.env.OTHER_RUNTIME ? { version: 'swift 4.5', hostNow: () => 5e9 } : undefined,
    attach: (http) => ({
      listener: process.env.OWN_LISTENER ? listenerFor(http) : undefined,
      send() {},
      broadcast() {},
      endAll() { console.error('all connections ended'); },
      handle(request, response) {
        if (request.url !== '/throw' && request.url !== '/reject') return false;
        response.end();
        if (request.url === '/throw') setImmediate(() => { throw new Error('thrown for a client'); });
        else Promise.reject(new Error('rejected for a client'));
        return true;
      },
    }),
  });
`;

let child: ChildProcess;

function start(env: Record<string, string>): ChildProcess {
  child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, HOST: '', PORT: '', STATIC_DIR: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

async function ready(): Promise<{ port: number; versions: Record<string, string> }> {
  const [line] = await once(child.stdout!, 'data');
  return JSON.parse(line);
}

afterEach(() => {
  child.kill('SIGKILL');
});

test('it says when it is ready, survives what a client causes, logs it, and ends with its connections on SIGTERM', async () => {
  const exit = once(start({}), 'exit');
  const log = text(child.stderr!);
  const { port, versions } = await ready();
  expect(versions).toEqual({ framework: '1.2.3', runtime: `node ${process.versions.node}` });
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  for (const path of ['/throw', '/reject']) await status(path);
  expect([await status('/healthz'), await status('/load.html')]).toEqual([200, 404]);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await log).toMatch(/thrown for a client.*rejected for a client.*all connections ended/s);
});

test('another runtime is named, and its server reads the host’s clock', async () => {
  start({ OTHER_RUNTIME: 'yes', CONTROL_TOKEN: 'token' });
  const { port, versions } = await ready();
  expect(versions.runtime).toBe('swift 4.5');
  const headers = { authorization: 'Bearer token' };
  const { clock } = await (await fetch(`http://127.0.0.1:${port}/outcry/clock`, { headers })).json();
  expect(clock).toBeGreaterThan(5e9);
});

test('a second SIGTERM, as a process gets whose group is sent one too, does not end it before its time', async () => {
  const exit = once(start({}), 'exit');
  const { port } = await ready();
  // A connection with half a request keeps it from ending at once.
  const held = connect(port, '127.0.0.1');
  await once(held, 'connect');
  held.write('GET /healthz HTTP/1.1\r\n');
  child.kill('SIGTERM');
  await once(child.stderr!, 'data');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  held.destroy();
});

test('what is only read takes no other method', async () => {
  start({ STATIC_DIR: import.meta.dirname });
  const { port } = await ready();
  const ask = (path: string, method: string) => fetch(`http://127.0.0.1:${port}${path}`, { method });
  for (const path of ['/healthz', '/README.md']) {
    expect((await ask(path, 'HEAD')).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask(path, method);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
  }
});

test('a framework that listens itself leaves the rest to the kit', async () => {
  const exit = once(start({ OWN_LISTENER: 'yes', CONTROL_TOKEN: 'token', STATIC_DIR: import.meta.dirname }), 'exit');
  const log = text(child.stderr!);
  const { port } = await ready();
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all(['/healthz', '/README.md', '/outcry/counts'].map(status))).toEqual([200, 200, 401]);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(await log).toMatch(/all connections ended\nown listener closed/);
});

test.each(['', 'yes'])('a port that is taken ends it, with the reason (OWN_LISTENER=%s)', async (own) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const exit = once(start({ PORT: `${port}`, OWN_LISTENER: own }), 'exit');
  const [log] = await Promise.all([text(child.stderr!), exit]);
  taken.close();
  expect(log).toMatch(new RegExp(`cannot listen on 127.0.0.1:${port}: .*EADDRINUSE`));
  expect(await exit).toEqual([1, null]);
});

test.each(['http', '65536', '-1', '1.5'])('PORT=%s ends it, with what is wrong', async (port) => {
  const exit = once(start({ PORT: port }), 'exit');
  const [log] = await Promise.all([text(child.stderr!), exit]);
  expect(log).toContain(`PORT is "${port}"; it must be a number from 0 to 65535`);
  expect(await exit).toEqual([1, null]);
});
