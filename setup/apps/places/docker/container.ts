/** One server as a container: created, started, asked where it is, removed in any case. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROL_TOKEN } from '../../../../protocol/control.ts';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import { noteLeftover } from '../../../../system/leftovers.ts';
import { currentPriority } from '../../../../system/priority/current.ts';
import { killTree, onExit, spawnOwned } from '../../../../system/processes.ts';
import type { App } from '../../manifest/manifest.ts';
import { nameOf } from '../../versions/app-versions.ts';
import type { PlacedServer, Placement } from '../place.ts';
import { logOf, notUp, readReadyLine, saidBy } from '../ready-line.ts';
import { createWords, PORT } from './create.ts';
import { type Docker, DockerError } from './docker.ts';
import type { Engine } from './engine.ts';
import { betweenPort, hostOf, howEnded, stateOf } from './state.ts';
import { beginSampling, ENGINE_INTERVAL_MS } from './statistics.ts';

/** An engine publishes a port when it starts the container; what stands between it and us may need a moment. */
const REACHED_MS = 10_000;
const LOOK_AGAIN_MS = 50;

export interface ContainerOptions {
  placement: Placement;
  /** Under which name the engine's machine is reached, so that the port is published on all its interfaces; null: on loopback alone. */
  advertise: string | null;
  env?: Readonly<Record<string, string>>;
}

/**
 * Starts the server of `app` from its image and waits until it listens and can be reached.
 * @throws OutcryError (failed) with the end of its log, (missing) when the engine does not answer any more
 */
export async function startContainer(engine: Engine, app: App, options: ContainerOptions): Promise<PlacedServer> {
  const container = new Container(engine.docker, app);
  try {
    return await container.start(engine, options);
  } catch (error) {
    await container.remove();
    if (!(error instanceof DockerError) || !error.unreachable) throw error;
    throw new OutcryError(
      `the Docker engine (context ${engine.context}) does not answer any more: ${error.message}\nWhat was finished before is safe; when it is back, go on with ./outcry run --resume.`,
      EXIT.missing,
    );
  }
}

class Container {
  /** Chosen here, so that the reaper can remove a container that was about to be made. */
  readonly #name = `outcry-${process.pid}-${randomBytes(4).toString('hex')}`;
  readonly #forget: () => void;
  /** Takes back that it is removed when this process exits. */
  readonly #unhook: () => void;
  #attached: ChildProcess | null = null;
  #ended = false;

  constructor(
    private readonly docker: Docker,
    private readonly app: App,
  ) {
    const argv = docker.argv('rm', '--force', '--volumes', this.#name);
    this.#forget = noteLeftover({ label: `${nameOf(app)} server's container`, argv, env: docker.settings() });
    this.#unhook = onExit(() => this.remove());
  }

  async start(
    { local, context, is }: Engine,
    { placement, advertise, env = {} }: ContainerOptions,
  ): Promise<PlacedServer> {
    const { docker } = this;
    const token = randomBytes(32).toString('base64url');
    const words = createWords(this.app, {
      name: this.#name,
      placement,
      everywhere: advertise !== null,
      first: currentPriority() !== null,
      env,
    });
    const id = await docker.ask(words, { [CONTROL_TOKEN]: token });
    const { exited, log, ready } = await this.#attach();
    if (ready.otherPort !== undefined) {
      throw new OutcryError(
        `the ${nameOf(this.app)} server cannot be measured in a container, of which one port is published: ${ready.otherPort}; run it without --server docker`,
        EXIT.usage,
      );
    }
    const { Pid: pid } = await stateOf(docker, this.#name);
    const host = hostOf(local, id, pid);
    if (placement.swarmCpus !== undefined && host !== 'this') {
      throw new OutcryError(
        `--pin: containers of context ${context} do not run on the CPUs of this machine itself; leave --pin out`,
        EXIT.usage,
      );
    }
    const port = portIn(await docker.ask(['port', this.#name, `${PORT}/tcp`]));
    const url = `http://${local ? '127.0.0.1' : advertise}:${port}`;
    await this.#reach(url);
    return {
      url,
      port,
      control: { url, token },
      ...saidBy(ready),
      meter:
        host === 'this'
          ? { by: 'group', pid, between: betweenPort(port) }
          : { by: 'engine', intervalMs: ENGINE_INTERVAL_MS, begin: () => beginSampling(docker, id) },
      host,
      handedOn: true,
      engine: is,
      exited,
      running: () => !this.#ended,
      log: () => log().join('\n'),
      logged: log.count,
      stop: async () => {
        // The container's own stop, by SIGTERM; an engine that is gone is not asked for it.
        if (!this.#ended) await docker.ask(['stop', '-t', '5', this.#name]).catch(() => {});
        await this.remove();
        await exited;
      },
      kill: async () => {
        await this.remove();
        await exited;
      },
    };
  }

  /** Starts it with its output here, until its ready line. */
  async #attach() {
    const child = spawnOwned(this.docker.argv('start', '--attach', this.#name), {
      label: `output of the ${nameOf(this.app)} server's container`,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#attached = child;
    const log = logOf(child.stderr!);
    const exited = new Promise<number | string>((resolve) => {
      const over = async (): Promise<void> => {
        if (this.#ended) return;
        this.#ended = true;
        resolve(await howEnded(this.docker, this.#name));
      };
      child.once('exit', over).once('error', over);
    });
    try {
      return { exited, log, ready: await readReadyLine(child.stdout!, exited) };
    } catch (error) {
      const what = `the ${nameOf(this.app)} server ${(error as Error).message}`;
      throw notUp(`${what}; it is a container that was started with: ${this.app.start.join(' ')}`, log());
    }
  }

  /** Asks the server how it is, by the way that clients have. */
  async #reach(url: string): Promise<void> {
    const giveUp = performance.now() + REACHED_MS;
    for (;;) {
      let why: string;
      try {
        const { ok, status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(REACHED_MS) });
        if (ok) return;
        why = `it answered ${status}`;
      } catch (error) {
        const { message, cause } = error as Error;
        why = cause instanceof Error ? cause.message : message;
      }
      if (this.#ended || performance.now() > giveUp) {
        throw new OutcryError(
          `the ${nameOf(this.app)} server's container listens, but ${url}/healthz does not answer here: ${why}; is the port open, and is --advertise its machine's name?`,
          EXIT.failed,
        );
      }
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** Ends the container with its volumes; a later start asks an engine that cannot be reached now. */
  async remove(): Promise<void> {
    this.#unhook();
    try {
      await this.docker.ask(['rm', '--force', '--volumes', this.#name]);
      this.#forget();
    } catch (error) {
      if (/no such container/i.test((error as Error).message)) this.#forget();
    }
    if (this.#attached?.pid !== undefined && !this.#ended) await killTree(this.#attached.pid, 2_000);
  }
}

/** @param printed by `docker port`: a line for each address, such as `127.0.0.1:49153` */
function portIn(printed: string): number {
  const port = Number(/:(\d+)$/m.exec(printed)?.[1]);
  if (port > 0) return port;
  throw new OutcryError(`the engine did not say which port it has published: ${printed || 'nothing'}`, EXIT.failed);
}
