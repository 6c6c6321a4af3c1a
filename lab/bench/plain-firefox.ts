/** Firefox processes that are started as a person would start them, each in a session of its own, with no driver and no remote control. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preferenceLines } from '../../client-launcher/browser/marionette/firefox.ts';
import { untilQuiet } from '../../client-launcher/browser/wait-until-idle.ts';
import { divide } from '../../client-launcher/divide-clients.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';

/** Preferences that give true times and let nothing else happen. */
const PREFERENCES = {
  'privacy.reduceTimerPrecision': false,
  'privacy.reduceTimerPrecision.unconditional': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'startup.homepage_welcome_url': 'about:blank',
};

const LAUNCHED_AT_ONCE_MS = 700;

export interface PagePlan {
  clients: number;
  rate: number;
  messages: number;
  /** 0: all clients send at the same instants; 1: they are spread over an interval. */
  spread: 0 | 1;
  giveUpMs: number;
}

export interface PageResult {
  fromSent: number[];
  fromDue: number[];
  delivered: number;
}

/** Thirty or so pages that wait to be told what to do. */
export class PlainFirefoxes {
  readonly #folder = mkdtempSync(join(tmpdir(), 'outcry-plain-'));
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #pids: number[] = [];
  #waiting: { path: string; response: ServerResponse }[] = [];
  #results: PageResult[] = [];
  #changed: () => void = () => {};

  constructor(private readonly browsers: number) {}

  get pids(): readonly number[] {
    return this.#pids;
  }

  /** Opens a page of `origin` in each; resolves when all clients are connected and the browsers have settled, which is waited for as Outcry does. */
  async launch(binary: string, origin: string, clients: number): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const bench = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    for (const [index, ids] of divide(clients, this.browsers).entries()) {
      const profile = join(this.#folder, String(index));
      mkdirSync(profile);
      writeFileSync(join(profile, 'user.js'), preferenceLines(PREFERENCES));
      const url = `${origin}/plain.html?ids=${ids.join()}&bench=${bench}`;
      const child = spawnOwned([binary, '-headless', '-no-remote', '-profile', profile, url], {
        label: 'a plain Firefox',
        role: 'load',
        stdio: 'ignore',
        env: { ...process.env, TMPDIR: this.#folder },
      });
      this.#pids.push(child.pid!);
      await new Promise((resolve) => setTimeout(resolve, LAUNCHED_AT_ONCE_MS));
    }
    await this.#all('next');
    await untilQuiet(this.#pids, new AbortController().signal);
  }

  /** Has all pages do `plan`. @param begun called just before they begin */
  async run(plan: PagePlan, begun: () => void = () => {}): Promise<PageResult[]> {
    this.#results = [];
    this.#answer(plan);
    await this.#all('listening');
    begun();
    this.#answer({});
    await this.#all('next');
    return this.#results;
  }

  async close(): Promise<void> {
    this.#answer(null);
    await Promise.all(this.#pids.map((pid) => killTree(pid, 0)));
    this.#server.close();
    this.#server.closeAllConnections();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { result } = JSON.parse(text) as { result?: PageResult };
    if (result !== undefined) this.#results.push(result);
    this.#waiting.push({ path: request.url!.slice(1), response });
    this.#changed();
  }

  /** Resolves when every page asks for `path`. */
  async #all(path: string): Promise<void> {
    while (this.#waiting.filter((one) => one.path === path).length < this.browsers) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  #answer(value: unknown): void {
    for (const { response } of this.#waiting) {
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    }
    this.#waiting = [];
  }
}
