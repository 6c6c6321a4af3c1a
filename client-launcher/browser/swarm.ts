/** The browser swarm: the clients in real browsers, on this machine or on a Selenium Grid. */
import type { WebDriver } from 'selenium-webdriver';
import type { TestRequest } from '../../member/contract.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { advertisedUrl } from '../advertised-url.ts';
import { divide } from '../divide-clients.ts';
import type { Machines } from '../elsewhere/machines.ts';
import { gather, outcomeOf, type Reporting } from '../gather-reports.ts';
import { withLanes } from '../lanes.ts';
import type { ConnectPlan, Swarm, SwarmProgress, SwarmVersions, TestOutcome } from '../swarm.ts';
import { checkMemory } from './browser-memory.ts';
import { launchTwice } from './driver.ts';
import { type BrowserName, findPrograms } from './driver-process.ts';
import { checkGrid, GRID_PATIENCE_MS, launchOnGrid, statusOf } from './grid.ts';
import { GridHosts, type GridSessions, nodeHosts } from './grid-hosts.ts';
import { inLanes, launchesAtOnce } from './limited-parallel.ts';
import { MemberBrowser } from './member-browser.ts';
import { type BrowserSettings, NO_SETTINGS } from './preferences.ts';
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
  /** True to wait after a launch until the browsers have finished their own startup work; default true. */
  settle?: boolean;
  settings?: BrowserSettings;
  /** Receives a line on slow steps (an installation) and repaired failures (a repeated launch). */
  say?: (line: string) => void;
}

/** By then the calls that begin the test and wait for reports are in the pages, so that no call disturbs the test. */
const CALLS_ARRIVE_MS = 300;

/** A Grid ends calls that stay open for 3 minutes, and sessions that are not called for 5; both can be set otherwise. */
const GRID_CALL_MS = 120_000;

/** Connections that one page makes at any one time. */
const PARALLEL_CONNECTS = 16;

const CLOSE_LIMIT_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type AskMember = (member: MemberBrowser, begin: boolean) => Reporting;

export class BrowserSwarm implements Swarm {
  readonly kind = 'browser';
  readonly browser: string;
  readonly members: number;
  readonly hosts?: GridHosts;
  readonly #options: Required<BrowserSwarmOptions>;
  /** By number; a place is empty until its browser is up. */
  readonly #members = new Map<number, MemberBrowser>();
  /** Of those browsers, by number; of a lane none, which has a window in each of another swarm's. */
  readonly #windows = new Map<number, Windows>();
  readonly #lanes: BrowserSwarm[] = [];
  /** The swarm whose browsers a lane has windows in; null: they are its own. */
  readonly #host: BrowserSwarm | null;
  #versions: SwarmVersions = { browser: null, driver: null };
  #clients = 0;
  /** The members that hold clients, in their order: the first holds client 1. */
  #holders: MemberBrowser[] = [];
  #test: TestRequest | null = null;
  readonly #closing = new AbortController();
  #filling: Promise<void> = Promise.resolve();
  /** Of dead browsers, for lanes that ask for windows in several of them at once. */
  #replacing: Promise<void> = Promise.resolve();

  /** @param host for a lane: the swarm whose browsers it shares */
  constructor(options: BrowserSwarmOptions, host: BrowserSwarm | null = null) {
    this.#host = host;
    const usual = { advertise: null, settle: true, settings: NO_SETTINGS };
    const ofGrid = { gridPatienceMs: GRID_PATIENCE_MS, gridMachines: null };
    this.#options = { ...usual, ...ofGrid, say: () => {}, ...options };
    this.browser = options.browser;
    this.members = options.browsers;
    const { grid, gridMachines } = this.#options;
    if (grid !== null && gridMachines !== null) {
      this.hosts = host?.hosts ?? new GridHosts(gridMachines, () => this.#nodeHosts(grid));
    }
  }

  get versions(): SwarmVersions {
    return this.#versions;
  }

  async lanes(count: number): Promise<Swarm[]> {
    return withLanes(this, this.#lanes, count, () => new BrowserSwarm(this.#options, this));
  }

  async launch(): Promise<void> {
    const { browser, grid, say } = this.#options;
    if (this.#host !== null) {
      // Its browsers are up.
    } else if (grid === null) {
      cleanUpTemporaryFolders();
      await findPrograms(browser, say);
      checkMemory(browser, this.members);
    } else {
      await checkGrid(grid, browser, this.members, say);
    }
    try {
      await Promise.all([this.#fill(), this.#host === null ? this.hosts?.open() : undefined]);
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#versions = this.#versionsUp();
  }

  async connect(plan: ConnectPlan): Promise<void> {
    const shares = divide(plan.clients, this.members);
    await this.#replaceDead();
    this.#clients = plan.clients;
    this.#holders = this.#up().slice(0, shares.length);
    this.#test = null;
    for (const member of this.#up().slice(shares.length)) if (member.connected > 0) await member.leave();
    const { transport, clients, now = true } = plan;
    // Loading a page is much less work than launching a browser, but thirty at once would still fight for the cores.
    await inLanes(this.#holders, launchesAtOnce() * 2, async (member) => {
      await this.#open(member, plan.url);
      const clientIds = shares[member.number - 1]!;
      const request = { transport, clientIds, clients, parallel: PARALLEL_CONNECTS, now };
      await member.connect(request).catch((error) => this.#fail(member, error));
    });
  }

  async prepare(test: TestRequest): Promise<void> {
    // A few at a time: each relates its clock to the server's, and pages that wait for a core do that badly.
    const relate = test.goesOn?.first !== false;
    await inLanes(this.#holders, relate ? launchesAtOnce() : this.#holders.length, (member) =>
      member.prepare(test).catch((error) => this.#fail(member, error)),
    );
    this.#test = test;
  }

  async run(timeoutMs: number, begun: () => void = () => {}, quietMs = 0): Promise<TestOutcome> {
    const test = this.#test;
    if (test === null) throw new OutcryError('the swarm was asked to run before it was prepared', EXIT.internal);
    const openMs = this.#options.grid === null ? timeoutMs : GRID_CALL_MS;
    const ask = (member: MemberBrowser, begin: boolean) => {
      const report = member.reportOrDeath(begin, openMs);
      report.catch(() => {}); // gathering the reports handles it
      return { member: member.number, report };
    };
    const asked = await (quietMs > 0 ? this.#askAfter(quietMs, test, ask) : this.#askFirst(test, ask));
    void pause(CALLS_ARRIVE_MS).then(begun);
    const gathered = await gather(asked, timeoutMs);
    const outcome = outcomeOf(gathered, this.died(), timeoutMs);
    // One that does not answer now would keep the next test waiting: a fresh browser takes its place.
    for (const number of gathered.late) this.#members.get(number)?.markDead('it did not report');
    return outcome;
  }

  /** Begins, with the calls that wait for reports under way before. */
  async #askFirst({ start }: TestRequest, ask: AskMember): Promise<Reporting[]> {
    const told = start === 'told';
    const [master, ...others] = this.#holders;
    const waiting = others.map((member) => ask(member, told));
    if (!told) await pause(CALLS_ARRIVE_MS);
    return [...(master ? [ask(master, true)] : []), ...waiting];
  }

  /** Begins, and asks for reports when the test is planned to be over. */
  async #askAfter(quietMs: number, { start }: TestRequest, ask: AskMember): Promise<Reporting[]> {
    const beginning = start === 'told' ? this.#holders : this.#holders.slice(0, 1);
    // One that could not begin says so in its report.
    await Promise.all([pause(quietMs), ...beginning.map((member) => member.begin().catch(() => {}))]);
    return this.#holders.map((member) => ask(member, false));
  }

  async disconnect(): Promise<void> {
    this.#clients = 0;
    this.#holders = [];
    this.#test = null;
    await Promise.all(this.#up().map((member) => (member.death === null ? member.leave() : null)));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Launches under way fail now, and take with them what they started; a Grid may start nodes for them yet.
    await withLimit(this.#filling, CLOSE_LIMIT_MS, 'launches do not end').catch(() => {});
    const windows = [...this.#windows.values()];
    for (const swarm of [this, ...this.#lanes]) swarm.#members.clear();
    this.#windows.clear();
    await Promise.all([...windows.map(({ browser }) => browser.close()), this.#host === null && this.hosts?.close()]);
  }

  pids(): number[] {
    return this.#up().flatMap(({ browser, death }) => (browser.pid === null || death !== null ? [] : [browser.pid]));
  }

  /** The drivers of the browsers that are up, for pages of another kind than members, such as those that members are compared with. */
  drivers(): WebDriver[] {
    return [...this.#windows.values()].map(({ browser }) => browser.driver);
  }

  died(): TestOutcome['died'] {
    return this.#up().flatMap(({ number, death }) => (death === null ? [] : [{ member: number, reason: death }]));
  }

  progress(): SwarmProgress {
    const up = this.#up().filter((member) => member.death === null);
    return {
      members: this.members,
      membersUp: up.length,
      clients: this.#clients,
      clientsConnected: up.reduce((sum, member) => sum + member.connected, 0),
    };
  }

  /** The members whose browsers have come up, by number. */
  #up(): MemberBrowser[] {
    return [...this.#members.values()].sort((a, b) => a.number - b.number);
  }

  async #replaceDead(): Promise<void> {
    const dead = this.#up().filter((member) => member.death !== null);
    for (const member of dead) {
      if (this.#host === null) this.#options.say(`browser ${member.number} has died (${member.death}); replacing it`);
      this.#members.delete(member.number);
      this.#windows.delete(member.number);
    }
    await Promise.all(dead.map((member) => member.browser.close()));
    await this.#fill();
    this.#versions = this.#versionsUp();
  }

  /** Launches a browser for every empty place, and waits until they have settled. */
  #fill(): Promise<void> {
    const empty = Array.from({ length: this.members }, (_, index) => index + 1).filter((n) => !this.#members.has(n));
    if (empty.length > 0) this.#filling = this.#launch(empty).then(() => this.#settle());
    return this.#filling;
  }

  #launch(numbers: readonly number[]): Promise<void> {
    const { grid, browser, gridPatienceMs: patienceMs } = this.#options;
    const closing = this.#closing.signal;
    const launch = (number: number, signal = closing): Promise<void> => this.#launchOne(number, signal);
    if (grid === null || this.#host !== null) return inLanes(numbers, launchesAtOnce(), (number) => launch(number));
    // A Grid ends sessions that get no commands, such as those that wait for the others.
    const keepAlive = (): void => this.#up().forEach((member) => void member.probe());
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

  /** Waits for the work of browsers after their start, which would disturb the first run. Browsers of a Grid cannot be seen. */
  async #settle(): Promise<void> {
    const { grid, settle } = this.#options;
    const { signal } = this.#closing;
    if (this.#host !== null || grid !== null || !settle || (await untilQuiet(this.pids(), signal)) || signal.aborted)
      return;
    this.#options.say('the browsers are still busy with themselves a minute after their start; going on all the same');
  }

  async #openOne(number: number, signal: AbortSignal): Promise<BrowserWindow> {
    if (this.#host !== null) return this.#host.#openWindow(number);
    const { browser, headless, grid, settings, say } = this.#options;
    const options = { browser, headless, grid, settings, log: say, signal };
    const windows = new Windows(await launchTwice(options, `browser ${number} of ${this.members}`));
    this.#windows.set(number, windows);
    return windows.first();
  }

  /** A window for a lane, in this swarm's browser of that number. */
  async #openWindow(number: number): Promise<BrowserWindow> {
    if (this.#members.get(number)?.death !== null) {
      this.#replacing = this.#replacing.catch(() => {}).then(() => this.#replaceDead());
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
      const named = this.#up().map(pick);
      return [...new Set(named.filter((version) => version !== null))].sort().join(', ') || null;
    };
    return { browser: all((m) => m.browser.versions.browser), driver: all((m) => m.browser.versions.driver) };
  }

  async #open(member: MemberBrowser, serverUrl: string): Promise<void> {
    const { grid, advertise } = this.#options;
    try {
      await member.open(advertisedUrl(serverUrl, advertise));
    } catch (error) {
      const hint =
        grid !== null && advertise === null
          ? "; if the Grid's nodes are not on this machine, tell them with --advertise under which name it is reached"
          : '';
      await this.#fail(member, new Error(`${(error as Error).message}${hint}`, { cause: error }));
    }
  }

  /** Throws a failure in one browser as an error for people, after checking whether the browser died. */
  async #fail(member: MemberBrowser, error: unknown): Promise<never> {
    await member.probe();
    const why = member.death ? `has died: ${member.death}` : (error as Error).message;
    throw new OutcryError(`browser ${member.number} of ${this.members}: ${why}`, EXIT.failed, { cause: error });
  }
}
