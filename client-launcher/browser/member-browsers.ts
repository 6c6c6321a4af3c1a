/** The browsers of a swarm: launched, replaced when they die, and closed. */
import type { WebDriver } from 'selenium-webdriver';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Machines } from '../elsewhere/machines.ts';
import type { SwarmVersions } from '../swarm.ts';
import { checkMemory } from './browser-memory.ts';
import { launchTwice } from './driver.ts';
import { type BrowserName, findPrograms } from './driver-process.ts';
import { checkGrid, launchOnGrid, statusOf } from './grid.ts';
import { GridHosts, type GridSessions, nodeHosts } from './grid-hosts.ts';
import { inLanes, launchesAtOnce } from './limited-parallel.ts';
import { MemberBrowser } from './member-browser.ts';
import type { BrowserSettings } from './preferences.ts';
import { cleanUpTemporaryFolders } from './temporary-folders.ts';
import { withLimit } from './time-limit.ts';
import { untilQuiet } from './wait-until-idle.ts';
import { type BrowserWindow, Windows } from './windows.ts';

export interface BrowserSwarmOptions {
  browser: BrowserName;
  browsers: number;
  headless: boolean;
  /** URL of a Selenium Grid; null for browsers on this machine. */
  grid: string | null;
  /** The time that a Grid may take for its first browser and from one to the next, ms. Default: 300,000. */
  gridPatienceMs?: number;
  /** Machines of its nodes, which are measured; default: none. */
  gridMachines?: Machines | null;
  /** This machine's name or address as the Grid's nodes reach its servers; null when they run on this machine. */
  advertise?: string | null;
  /** Whether clients connect only after the browsers have finished their own startup work; default true. */
  settle?: boolean;
  settings?: BrowserSettings;
  /** Receives a line on slow steps (an installation) and repaired failures (a repeated launch). */
  say?: (line: string) => void;
}

const CLOSE_LIMIT_MS = 5_000;

export class MemberBrowsers {
  readonly hosts?: GridHosts;
  readonly #options: Required<BrowserSwarmOptions>;
  /** By number; a place is empty until its browser is up. */
  readonly #members = new Map<number, MemberBrowser>();
  /** Of those browsers, by number; of a lane none, which has a window in each of another swarm's. */
  readonly #windows = new Map<number, Windows>();
  /** The swarm whose browsers a lane has windows in; null: they are its own. */
  readonly #host: MemberBrowsers | null;
  versions: SwarmVersions = { browser: null, driver: null };
  /** Resolves when the browsers that are up have finished their own startup work; null: the wait has not begun. */
  #settled: Promise<void> | null = null;
  readonly #closing = new AbortController();
  #filling: Promise<void> = Promise.resolve();
  /** Of dead browsers, for lanes that ask for windows in several of them at once. */
  #replacing: Promise<void> = Promise.resolve();

  /** @param host for a lane: the browsers that it shares */
  constructor(options: Required<BrowserSwarmOptions>, host: MemberBrowsers | null) {
    this.#options = options;
    this.#host = host;
    const { grid, gridMachines } = options;
    if (grid !== null && gridMachines !== null) {
      this.hosts = host?.hosts ?? new GridHosts(gridMachines, () => this.#nodeHosts(grid));
    }
  }

  async launch(): Promise<void> {
    const { browser, grid, say } = this.#options;
    if (this.#host !== null) {
      // Its browsers are up.
    } else if (grid === null) {
      cleanUpTemporaryFolders();
      await findPrograms(browser, say);
      checkMemory(browser, this.#options.browsers);
    } else {
      await checkGrid(grid, browser, this.#options.browsers, say);
    }
    try {
      await Promise.all([this.#fill(), this.#host === null ? this.hosts?.open() : undefined]);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.versions = this.#versionsUp();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Launches under way fail now, and take with them what they started; a Grid may start nodes for them yet.
    await withLimit(this.#filling, CLOSE_LIMIT_MS, 'launches do not end').catch(() => {});
    const windows = [...this.#windows.values()];
    this.forget();
    this.#windows.clear();
    await Promise.all([...windows.map(({ browser }) => browser.close()), this.#host === null && this.hosts?.close()]);
  }

  /** Holds no member any more; the browsers stay. */
  forget(): void {
    this.#members.clear();
  }

  /** Waits for the work of browsers after their start, which would disturb a measurement. Browsers of a Grid cannot be seen. */
  settled(): Promise<void> {
    this.#settled ??= this.#settle();
    return this.#settled;
  }

  async #settle(): Promise<void> {
    const { grid, settle, say } = this.#options;
    const { signal } = this.#closing;
    if (this.#host !== null || grid !== null || !settle || (await untilQuiet(this.pids(), signal)) || signal.aborted)
      return;
    say('the browsers are still busy with themselves a minute after their start; going on all the same');
  }

  markDead(number: number, reason: string): void {
    this.#members.get(number)?.markDead(reason);
  }

  pids(): number[] {
    return this.up().flatMap(({ browser, death }) => (browser.pid === null || death !== null ? [] : [browser.pid]));
  }

  /** The drivers of the browsers that are up, for pages of another kind than members, such as those that members are compared with. */
  drivers(): WebDriver[] {
    return [...this.#windows.values()].map(({ browser }) => browser.driver);
  }

  /** The members whose browsers have come up, by number. */
  up(): MemberBrowser[] {
    return [...this.#members.values()].sort((a, b) => a.number - b.number);
  }

  async replaceDead(): Promise<void> {
    const dead = this.up().filter((member) => member.death !== null);
    for (const member of dead) {
      if (this.#host === null) this.#options.say(`browser ${member.number} has died (${member.death}); replacing it`);
      this.#members.delete(member.number);
      this.#windows.delete(member.number);
    }
    await Promise.all(dead.map((member) => member.browser.close()));
    await this.#fill();
    await this.settled();
    this.versions = this.#versionsUp();
  }

  /** Launches a browser for every empty place. */
  #fill(): Promise<void> {
    const empty = Array.from({ length: this.#options.browsers }, (_, index) => index + 1).filter(
      (n) => !this.#members.has(n),
    );
    if (empty.length > 0) this.#filling = this.#launch(empty);
    return this.#filling;
  }

  #launch(numbers: readonly number[]): Promise<void> {
    const { grid, browser, gridPatienceMs: patienceMs } = this.#options;
    const closing = this.#closing.signal;
    const launch = (number: number, signal = closing): Promise<void> => this.#launchOne(number, signal);
    if (grid === null || this.#host !== null) return inLanes(numbers, launchesAtOnce(), (number) => launch(number));
    // A Grid ends sessions that get no commands, such as those that wait for the others.
    const keepAlive = (): void => this.up().forEach((member) => void member.probe());
    return launchOnGrid(numbers, { grid, browser, patienceMs, closing, keepAlive }, launch);
  }

  async #launchOne(number: number, signal: AbortSignal): Promise<void> {
    const browser = await this.#openOne(number, signal);
    if (this.#closing.signal.aborted) {
      await browser.close();
      throw new OutcryError('the swarm was closed while it was being launched', EXIT.interrupted);
    }
    this.#members.set(number, new MemberBrowser(number, browser));
  }

  async #openOne(number: number, signal: AbortSignal): Promise<BrowserWindow> {
    if (this.#host !== null) return this.#host.#openWindow(number);
    const { browser, headless, grid, settings, say } = this.#options;
    const options = { browser, headless, grid, settings, log: say, signal };
    const windows = new Windows(await launchTwice(options, `browser ${number} of ${this.#options.browsers}`));
    this.#windows.set(number, windows);
    this.#settled = null;
    if (settings.background) await windows.keepBehind();
    return windows.first();
  }

  /** A window for a lane, in this swarm's browser of that number. */
  async #openWindow(number: number): Promise<BrowserWindow> {
    if (this.#members.get(number)?.death !== null) {
      this.#replacing = this.#replacing.catch(() => {}).then(() => this.replaceDead());
      await this.#replacing;
    }
    return this.#windows.get(number)!.open();
  }

  /** The host of the node of each browser of the Grid. */
  async #nodeHosts(grid: string): Promise<string[]> {
    const ids = await Promise.all(this.drivers().map(async (driver) => (await driver.getSession()).getId()));
    return nodeHosts(await statusOf<GridSessions>(grid), ids);
  }

  #versionsUp(): SwarmVersions {
    const all = (pick: (member: MemberBrowser) => string | null): string | null => {
      const named = this.up().map(pick);
      return [...new Set(named.filter((version) => version !== null))].sort().join(', ') || null;
    };
    return { browser: all((m) => m.browser.versions.browser), driver: all((m) => m.browser.versions.driver) };
  }
}
