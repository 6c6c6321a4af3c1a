/** Redis between the processes of one server: the one that the environment names, or one that the server starts for itself. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Prepared, Program } from '../../kits/cluster/cluster-app.ts';

/** Address of a Redis that runs, such as `redis://127.0.0.1:6379`. */
const URL_VARIABLE = 'REDIS_URL';
/** The program, where it is not found by its name. */
const PROGRAM_VARIABLE = 'REDIS_SERVER';
/** Environment variables that the coordinator sets for the other processes: a Unix socket, and what their channels begin with. */
const SOCKET = 'OUTCRY_REDIS_SOCKET';
const PREFIX = 'OUTCRY_REDIS_PREFIX';

/** The time limit for Redis to answer, ms: it may be starting, as services of one compose file do. */
const START_MS = 30_000;
const ATTEMPT_MS = 50;
/** The first version with sharded publishing. */
const AT_LEAST = 7;

type Client = ReturnType<typeof clientFor>;

/** A client that ends with its connection: what is said while it is gone would be lost, and nobody would know. */
function clientFor(path: string | undefined) {
  const socket = { reconnectStrategy: false } as const;
  return path
    ? createClient({ socket: { ...socket, path, tls: false } })
    : createClient({ url: process.env[URL_VARIABLE]!, socket });
}

/**
 * Finds Redis, or starts it.
 * @param folder for its socket
 * @throws Error, a sentence for people
 */
export async function prepareRedis(folder: string): Promise<Prepared> {
  const prefix = { [PREFIX]: `outcry-${randomBytes(6).toString('hex')}` };
  if (process.env[URL_VARIABLE]) {
    const runtime = await untilReady(undefined, new Promise(() => {}));
    const otherProcess = 'Redis runs outside of the server, so that its part of CPU and memory is not known';
    return { env: prefix, runtime, otherProcess };
  }
  const path = join(folder, 'redis.sock');
  const program = startRedis(folder, path);
  try {
    return { env: { ...prefix, [SOCKET]: path }, runtime: await untilReady(path, program.ended), program };
  } catch (error) {
    program.kill();
    throw error;
  }
}

/** A Redis for this server alone, which keeps nothing and is reached by nobody else. */
function startRedis(folder: string, path: string): Program {
  const program = process.env[PROGRAM_VARIABLE] || 'redis-server';
  const settings = { port: '0', unixsocket: path, unixsocketperm: '700', dir: folder, save: '', appendonly: 'no' };
  const argv = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  // In a group of its own: it ends when the processes that speak by it have ended, and not with them.
  const child = spawn(program, argv, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  if (child.pid !== undefined) endWithThisProcess(child.pid, path);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(`${program} could not be started (${error.message}); install Redis, or set ${URL_VARIABLE}`);
    });
    child.once('exit', (code, signal) =>
      resolve(`Redis ended ${signal === null ? `with code ${code}` : `by ${signal}`}`),
    );
  });
  return { pid: child.pid ?? null, ended, kill: () => void child.kill('SIGKILL') };
}

/** Waits for the end of its input, and kills process `$1` unless that is none any more whose title names `$2`. */
const REAPER = 'read -r _; { [ ! -d /proc/self ] || grep -qF "$2" "/proc/$1/cmdline"; } && kill -9 "$1"';

/**
 * Has Redis end when this process has, however that was: it may be killed together with all the others that know of Redis, which itself
 * writes its title over the environment that it would be found by. The reaper has nothing of that environment either, so that it outlives them.
 */
function endWithThisProcess(pid: number, path: string): void {
  const reaper = spawn('sh', ['-c', REAPER, 'outcry-redis-reaper', `${pid}`, path], {
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell, Redis is ended by those that speak by it.
  reaper.once('error', () => {});
  reaper.unref();
  (reaper.stdin as Socket).unref();
}

/** The name and version of the server that runs, once it answers. @throws Error when it `ended`, does not answer, or is too old */
async function untilReady(path: string | undefined, ended: Promise<string>): Promise<string> {
  let gone: string | null = null;
  void ended.then((how) => {
    gone = how;
  });
  const giveUp = performance.now() + START_MS;
  for (;;) {
    const client = clientFor(path);
    client.on('error', () => {});
    try {
      await client.connect();
      const version = /^redis_version:(\S+)/m.exec(await client.info('server'))?.[1] ?? '0';
      client.destroy();
      if (Number.parseInt(version, 10) >= AT_LEAST) return `redis ${version}`;
      gone = `Redis ${version} is too old: ${AT_LEAST} or newer is needed`;
    } catch (error) {
      if (performance.now() > giveUp) gone ??= `Redis does not answer: ${(error as Error).message}`;
    }
    if (gone !== null) throw new Error(gone);
    await sleep(ATTEMPT_MS);
  }
}

/**
 * Connects one of the processes that serve.
 * @param fail called with a sentence when a connection is lost
 */
export async function connectToRedis(fail: (why: string) => void): Promise<{
  publisher: Client;
  subscriber: Client;
  channelPrefix: string;
}> {
  const connected = async (): Promise<Client> => {
    const client = clientFor(process.env[SOCKET]);
    client.on('error', (error: Error) => {
      fail(`the connection to Redis is lost (${error.message}): what was said by it is lost too, so the server ends`);
    });
    return (await client.connect()) as Client;
  };
  const [publisher, subscriber] = await Promise.all([connected(), connected()]);
  return { publisher, subscriber, channelPrefix: process.env[PREFIX]! };
}
