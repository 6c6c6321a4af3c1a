/** Redis is killed, was never there, or is too old: that is said, nothing is left, and nobody waits for what was lost. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { builtApp, type Child, ClusterServer, haveEnded } from '../../kits/cluster/testing/cluster-server.ts';
import { testWholeServer } from '../../kits/cluster/testing/whole-server.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { freePort } from '../../system/free-port.ts';
import { spawnOwned } from '../../system/processes.ts';

const { app, missing } = await builtApp('socket.io-redis');
let cluster: ClusterServer;

const described = missing.length === 0 ? describe : describe.skip;

/** The server starts a Redis, whatever the environment names. */
const OWN = { REDIS_URL: '' };

described('apps/socket.io-redis, Redis included', () => testWholeServer(app, OWN));

described('apps/socket.io-redis with a Redis of its own', () => {
  let children: Child[];

  beforeEach(async () => {
    cluster = await ClusterServer.start(app, OWN);
    children = cluster.children;
  });
  afterEach(() => cluster.end());

  test('the server has started it, and says which', () => {
    expect(children.map(({ name }) => name).sort()).toEqual(['node', 'node', 'redis-server', 'sh']);
    expect(cluster.server.versions.runtime).toMatch(/^node \d.*, redis \d/);
  });

  test('Redis ends with a server all of whose processes are killed at once', async () => {
    for (const { name, pid } of children) if (name === 'node') process.kill(pid, 'SIGKILL');
    process.kill(cluster.server.pid, 'SIGKILL');
    await haveEnded(children);
  });

  test('a Redis that is killed ends the server, which says so, and all its clients', async () => {
    const visitors = await Promise.all([cluster.visit(), cluster.visit()]);
    process.kill(children.find(({ name }) => name === 'redis-server')!.pid, 'SIGKILL');
    expect(await cluster.server.exited).toBe(1);
    expect(cluster.server.log()).toMatch(/Redis (is lost|ended by SIGKILL).*the server ends/);
    await Promise.all(visitors.map(({ closed }) => closed));
    await haveEnded(children);
  });
});

described('apps/socket.io-redis with a Redis that runs by itself', () => {
  let own: ChildProcess;

  beforeEach(async () => {
    const port = await freePort();
    own = startRedis(port);
    cluster = await ClusterServer.start(app, { REDIS_URL: `redis://127.0.0.1:${port}` });
  });
  afterEach(async () => {
    own.kill('SIGKILL');
    await cluster.end();
  });

  test('the server starts none, says that what that one takes is not known, and leaves it running', async () => {
    expect(cluster.children.map(({ name }) => name)).toEqual(['node', 'node']);
    expect(cluster.server.otherProcess).toMatch(/^Redis runs outside of the server/);
    await cluster.server.stop();
    expect([await cluster.server.exited, own.exitCode]).toEqual([0, null]);
  });

  test('two servers that have one Redis do not hear each other', async () => {
    const { REDIS_URL = '' } = cluster.env;
    const other = await ClusterServer.start(app, { REDIS_URL });
    try {
      const [here, there] = await Promise.all([cluster.visit(), other.visit()]);
      const heard: unknown[] = [];
      there.socket.on('publish', ({ body }) => heard.push(body));
      const comes = new Promise((resolve) => here.socket.on('publish', resolve));
      here.socket.emit('publish', 'here');
      await comes;
      // Exact counts wait for all that is under way.
      await fetch(`${other.server.url}/outcry/counts`, { headers: authorization(other.server) });
      await there.socket.request('request', { bytes: 1 });
      expect(heard).toEqual([]);
    } finally {
      await other.end();
    }
  });

  test('when it is gone the server ends, and says that what was said by it is lost', async () => {
    const { closed } = await cluster.visit();
    own.kill('SIGKILL');
    expect(await cluster.server.exited).toBe(1);
    expect(cluster.server.log()).toMatch(/^the connection to Redis is lost \(.*\): .* so the server ends$/);
    await closed;
  });
});

described('apps/socket.io-redis that starts without a Redis it can use', () => {
  /** Listens in the place of Redis, and `meet`s who connects. */
  const substitute = async (meet: (connection: Socket) => void) => {
    const server = createServer(meet).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, port: (server.address() as AddressInfo).port };
  };

  test('where there is none, the server ends and says what to do', async () => {
    await expect(ClusterServer.start(app, { ...OWN, REDIS_SERVER: '/nowhere/redis-server' })).rejects.toThrow(
      /\/nowhere\/redis-server could not be started \(.*ENOENT.*\); install Redis, or set REDIS_URL/,
    );
  });

  test('where it is too old, the server ends and says so', async () => {
    const old = await substitute((connection) => {
      connection.on('data', (asked) => {
        for (const [, command] of String(asked).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
          connection.write(command === 'INFO' ? '$20\r\nredis_version:6.2.14\r\n' : '+OK\r\n');
        }
      });
    });
    try {
      await expect(ClusterServer.start(app, { REDIS_URL: `redis://127.0.0.1:${old.port}` })).rejects.toThrow(
        'Redis 6.2.14 is too old: 7 or newer is needed',
      );
    } finally {
      old.server.close();
    }
  });

  test('where it comes up later, the server waits for it', async () => {
    let own: ChildProcess | undefined;
    const early = await substitute((connection) => {
      connection.destroy();
      early.server.close(() => {
        own ??= startRedis(early.port);
      });
    });
    cluster = await ClusterServer.start(app, { REDIS_URL: `redis://127.0.0.1:${early.port}` });
    expect(own?.exitCode).toBeNull();
    own?.kill('SIGKILL');
    await cluster.end();
  });
});

/** A Redis on `port` that no server has started. */
function startRedis(port: number): ChildProcess {
  const argv = [process.env.REDIS_SERVER || 'redis-server', '--port', `${port}`, '--bind', '127.0.0.1', '--save', ''];
  return spawnOwned(argv, { label: 'redis', stdio: 'ignore', cwd: tmpdir() });
}

const authorization = ({ control }: Server) => ({ authorization: `Bearer ${control.token}` });
