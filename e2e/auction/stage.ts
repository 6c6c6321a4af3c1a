/** The stage of one app's functional tests: its server on a database of its own, and the browsers that look at it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { ROOT } from '../../system/root.ts';
import type { TestBrowser } from './browser.ts';
import type { Gate } from './gate.ts';

/** The folder with the traces of failures: a folder for each, by app. */
const KEPT = join(ROOT, '.outcry', 'test', 'functional');

export class Stage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'outcry-functional-'));
  #server: Server | null = null;

  /** @param browsers asked for when a scene plays: they are opened after the scenes have been announced */
  constructor(
    readonly app: App,
    readonly browsers: () => readonly TestBrowser[],
  ) {
    rmSync(join(KEPT, app.id), { recursive: true, force: true });
  }

  /** The origin of the server. */
  get url(): string {
    return this.#server!.url;
  }

  /** All the ways that Ann's browser has to anywhere: it can be cut off. */
  get gate(): Gate {
    return this.browsers()[0]!.gate;
  }

  /** Starts the server; after {@link kill} on the same port and database. */
  async start(): Promise<void> {
    const port = this.#server?.port ?? 0;
    const databaseUrl = `sqlite:${join(this.#folder, 'auction.sqlite')}`;
    this.#server = await startServer(this.app, { port, databaseUrl, shortLived: true });
  }

  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Plays a scene. When it fails, or a page's script did, what can be seen is kept under a name made of `title`. */
  async play(title: string, scene: () => Promise<void>): Promise<void> {
    for (const browser of this.browsers()) browser.clearConsole();
    try {
      await scene();
      for (const browser of this.browsers()) expect(browser.scriptErrors()).toEqual([]);
    } catch (error) {
      (error as Error).message += `\nkept in ${await this.#keep(title)}`;
      throw error;
    } finally {
      // A scene that failed may have left her cut off, and the next one is not about that.
      await this.gate.mend();
    }
  }

  async #keep(title: string): Promise<string> {
    const folder = join(KEPT, this.app.id, title.replaceAll(/[^a-z0-9.]+/gi, '-'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'server.txt'), `${this.#server?.log() ?? 'not started'}\n`);
    const keeping = await Promise.allSettled(this.browsers().map((browser) => browser.keep(folder)));
    const failed = keeping.filter(({ status }) => status === 'rejected').length;
    return failed === 0 ? folder : `${folder} (without what ${failed} of the browsers would have told)`;
  }
}
