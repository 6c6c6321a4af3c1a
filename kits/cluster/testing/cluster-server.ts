/** The server of a built app that serves with several processes, for tests that end one of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONTROL_PATHS, type Counts } from '../../../protocol/control.ts';
import type { Adapter, Socket } from '../../../protocol/socket.ts';
import { isBuilt } from '../../../setup/apps/build/build.ts';
import { lacks } from '../../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, type App, readApp } from '../../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../../setup/apps/places/server-process.ts';
import { askControl } from '../../../setup/apps/places/testing/ask-control.ts';
import { isRunning } from '../../../system/process-owner.ts';
import { eventually } from '../../../system/testing/eventually.ts';

/** The app `id`, and why its server cannot be started here: nothing, mostly. */
export async function builtApp(id: string): Promise<{ app: App; missing: string[] }> {
  const app = readApp(join(APPS_DIR, id));
  const missing = await lacks(app);
  if (!isBuilt(app)) missing.push('it is not built as it is now; ./outcry setup does it');
  if (missing.length > 0) console.warn(`processes of apps/${id} that end are not tested: ${missing.join('; ')}`);
  return { app, missing };
}

export interface Child {
  pid: number;
  /** The command's name. */
  name: string;
}

export class ClusterServer {
  readonly server: Server;
  readonly #adapter: Adapter;
  readonly #sockets: Socket[] = [];

  /** @param env that it was started with, besides what every server has */
  private constructor(
    readonly env: Record<string, string>,
    server: Server,
    adapter: Adapter,
  ) {
    this.server = server;
    this.#adapter = adapter;
  }

  /** Starts `app` with two processes that serve. */
  static async start(app: App, env: Record<string, string> = {}): Promise<ClusterServer> {
    const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
      default: Adapter;
    };
    return new ClusterServer(env, await startServer(app, { env: { CLUSTER_PROCESSES: '2', ...env } }), adapter);
  }

  /** The processes that its coordinator has started. */
  get children(): Child[] {
    const { pid } = this.server;
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return pids.map((child) => ({ pid: Number(child), name: readFileSync(`/proc/${child}/comm`, 'utf8').trim() }));
  }

  /** The connections that the server counts. */
  async connections(): Promise<number> {
    return (await askControl<Counts>(this.server, CONTROL_PATHS.counts)).connections;
  }

  /** A client; `closed` resolves when its connection has ended. */
  async visit(): Promise<{ socket: Socket; closed: Promise<string> }> {
    const socket = await this.#adapter.connect(this.server.url, { transport: 'websocket' });
    this.#sockets.push(socket);
    return { socket, closed: new Promise((resolve) => socket.onClose(resolve)) };
  }

  async end(): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => socket.close()));
    await this.server.kill();
  }
}

/** Resolves when none of `children` runs any more. */
export async function haveEnded(children: readonly Child[]): Promise<void> {
  await eventually(() => children.every(({ pid }) => !isRunning(pid)), 'the end of all its processes');
}
