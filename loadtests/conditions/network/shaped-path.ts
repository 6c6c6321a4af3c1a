/**
 * A path to a server that is as slow as a network: a Toxiproxy proxy in a process of its own. It carries any TCP connection and
 * inspects nothing.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { freePort } from '../../../system/free-port.ts';
import { tailOf } from '../../../system/output-tail.ts';
import { killTree, spawnOwned } from '../../../system/processes.ts';
import type { Network } from './network.ts';
import { toxicsOf } from './toxics.ts';

interface PathPlan {
  /** Path of Toxiproxy's server. */
  program: string;
  network: Network;
  /** The port that it leads to, on this machine. */
  serverPort: number;
  /** The interface to listen on. */
  host: string;
}

const LOOPBACK = '127.0.0.1';
const PROXY = 'clients';
/** Toxiproxy is up within some ms; a machine with all its cores busy may need more. */
const UP_MS = 10_000;
const LOOK_MS = 20;
/** Its control port is chosen before it is started, and somebody else may be faster. */
const ATTEMPTS = 3;
const LOG_LINES = 5;

export class ShapedPath {
  private constructor(
    private readonly child: ChildProcess,
    /** The port where clients connect instead of to the server. */
    readonly port: number,
  ) {}

  /** @throws OutcryError (failed) with what Toxiproxy says */
  static async start(plan: PathPlan): Promise<ShapedPath> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { child, port } = await startOnce(plan);
        return new ShapedPath(child, port);
      } catch (error) {
        if (attempt === ATTEMPTS) {
          throw new OutcryError(`Toxiproxy did not start: ${(error as Error).message}`, EXIT.failed, { cause: error });
        }
      }
    }
  }

  async stop(): Promise<void> {
    if (this.child.pid !== undefined) await killTree(this.child.pid, 500);
  }
}

async function startOnce(plan: PathPlan): Promise<{ child: ChildProcess; port: number }> {
  const { program, network, serverPort, host } = plan;
  const apiPort = await freePort();
  const child = spawnOwned([program, '-host', LOOPBACK, '-port', String(apiPort)], {
    label: 'Toxiproxy',
    role: 'server',
    stdio: ['ignore', 'pipe', 'pipe'],
    // It would write a line for each connection.
    env: { LOG_LEVEL: 'error' },
  });
  const log = tailOf(LOG_LINES, child.stdout!, child.stderr!);
  let ended: string | null = null;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${code ?? signal}`;
  });
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(UP_MS);
    const response = await fetch(`http://${LOOPBACK}:${apiPort}${path}`, { ...init, signal });
    const text = await response.text();
    if (!response.ok) throw new Error(`it answered ${path} with ${response.status}: ${text.slice(0, 300)}`);
    return text === '' ? null : JSON.parse(text);
  };
  try {
    await untilUp(
      () => ask('/proxies'),
      () => ended,
    );
    const wanted = { name: PROXY, listen: `${host}:0`, upstream: `${LOOPBACK}:${serverPort}`, enabled: true };
    const { listen } = (await ask('/proxies', wanted)) as { listen: string };
    for (const toxic of toxicsOf(network)) await ask(`/proxies/${PROXY}/toxics`, toxic);
    return { child, port: Number(listen.slice(listen.lastIndexOf(':') + 1)) };
  } catch (error) {
    if (child.pid !== undefined) await killTree(child.pid, 0);
    throw new Error([(error as Error).message, ...log()].join('; '), { cause: error });
  }
}

async function untilUp(look: () => Promise<unknown>, ended: () => string | null): Promise<void> {
  const giveUp = performance.now() + UP_MS;
  for (;;) {
    const why = ended();
    if (why !== null) throw new Error(why);
    try {
      await look();
      return;
    } catch (error) {
      if (performance.now() > giveUp) throw error;
    }
    await sleep(LOOK_MS);
  }
}
