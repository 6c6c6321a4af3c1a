/** The browser swarm: the clients in real browsers, on this machine or on a Selenium Grid. */
import type { WebDriver } from 'selenium-webdriver';
import type { TestRequest } from '../../member/contract.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { advertisedUrl } from '../advertised-url.ts';
import { divide } from '../divide-clients.ts';
import { gather, outcomeOf, type Reporting } from '../gather-reports.ts';
import type { ConnectPlan, Swarm, SwarmProgress, SwarmVersions, TestOutcome } from '../swarm.ts';
import { GRID_PATIENCE_MS } from './grid.ts';
import type { GridHosts } from './grid-hosts.ts';
import { inLanes, launchesAtOnce } from './limited-parallel.ts';
import type { MemberBrowser } from './member-browser.ts';
import { type BrowserSwarmOptions, MemberBrowsers } from './member-browsers.ts';
import { NO_SETTINGS } from './preferences.ts';

/** By then the calls that begin the test and wait for reports are in the pages, so that no call disturbs the test. */
const CALLS_ARRIVE_MS = 300;

/** A Grid ends calls that stay open for 3 minutes, and sessions that are not called for 5; both can be set otherwise. */
const GRID_CALL_MS = 120_000;

/** Connections that one page makes at any one time. */
const PARALLEL_CONNECTS = 16;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type AskMember = (member: MemberBrowser, begin: boolean) => Reporting;

export class BrowserSwarm implements Swarm {
  readonly kind = 'browser';
  readonly browser: string;
  readonly members: number;
  readonly hosts?: GridHosts;
  readonly #options: Required<BrowserSwarmOptions>;
  readonly #browsers: MemberBrowsers;
  /** Of a lane, the swarm whose browsers it shares. */
  readonly #host: BrowserSwarm | null;
  readonly #lanes: BrowserSwarm[] = [];
  /** Settles when the windows of all lanes are open. */
  #ready = Promise.resolve();
  #clients = 0;
  /** The members that hold clients, in their order: the first holds client 1. */
  #holders: MemberBrowser[] = [];
  #test: TestRequest | null = null;

  /** @param host for a lane: the swarm whose browsers it shares */
  constructor(options: BrowserSwarmOptions, host: BrowserSwarm | null = null) {
    const usual = { advertise: null, settle: true, settings: NO_SETTINGS };
    const ofGrid = { gridPatienceMs: GRID_PATIENCE_MS, gridMachines: null };
    this.#host = host;
    this.#options = { ...usual, ...ofGrid, say: () => {}, ...options };
    this.browser = options.browser;
    this.members = options.browsers;
    this.#browsers = new MemberBrowsers(this.#options, host === null ? null : host.#browsers);
    this.hosts = this.#browsers.hosts;
  }

  get versions(): SwarmVersions {
    return this.#browsers.versions;
  }

  async lanes(count: number): Promise<Swarm[]> {
    while (this.#lanes.length < count - 1) this.#lanes.push(new BrowserSwarm(this.#options, this));
    this.#ready = this.#openLanes();
    this.#ready.catch(() => {}); // each that connects says it
    return [this, ...this.#lanes.slice(0, count - 1)];
  }

  async launch(): Promise<void> {
    await this.#browsers.launch();
  }

  /** Opens the windows of all lanes: in browsers that have settled, and before the first page is loaded. */
  async #openLanes(): Promise<void> {
    await this.settled();
    for (const lane of [...this.#lanes]) {
      await lane.launch().catch((error: unknown) => {
        // It is closed: the next round has another in its place.
        this.#lanes.splice(this.#lanes.indexOf(lane), 1);
        throw error;
      });
    }
  }

  /** Waits until the browsers have finished what they do after their start. */
  settled(): Promise<void> {
    return this.#browsers.settled();
  }

  async connect(plan: ConnectPlan): Promise<void> {
    const shares = divide(plan.clients, this.members);
    // Servers start meanwhile.
    await (this.#host ?? this).#ready;
    await this.#browsers.replaceDead();
    this.#clients = plan.clients;
    this.#holders = this.#browsers.up().slice(0, shares.length);
    this.#test = null;
    for (const member of this.#browsers.up().slice(shares.length)) if (member.connected > 0) await member.leave();
    const { transport, clients, now = true, options = {} } = plan;
    // Loading a page is much less work than launching a browser, but thirty at once would still fight for the cores.
    await inLanes(this.#holders, launchesAtOnce() * 2, async (member) => {
      await this.#open(member, plan.url);
      const clientIds = shares[member.number - 1]!;
      const request = { transport, clientIds, clients, parallel: PARALLEL_CONNECTS, now, options };
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

  async run(timeoutMs: number, begun?: () => void, quietMs = 0): Promise<TestOutcome> {
    const test = this.#test;
    if (test === null) throw new OutcryError('the swarm was asked to run before it was prepared', EXIT.internal);
    const openMs = this.#options.grid === null ? timeoutMs : GRID_CALL_MS;
    const ask = (member: MemberBrowser, begin: boolean) => {
      const report = member.reportOrDeath(begin, openMs);
      report.catch(() => {}); // gathering the reports handles it
      return { member: member.number, report };
    };
    const asksAfter = quietMs > 0 || (begun !== undefined && test.start === 'told');
    const asked = await (asksAfter ? this.#askAfter(quietMs, test, ask) : this.#askFirst(test, ask));
    void pause(CALLS_ARRIVE_MS).then(begun);
    const gathered = await gather(asked, timeoutMs);
    const outcome = outcomeOf(gathered, this.died(), timeoutMs);
    // One that does not answer now would keep the next test waiting: a fresh browser takes its place.
    for (const number of gathered.late) this.#browsers.markDead(number, 'it did not report');
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

  /** Begins, and asks for reports when every member has begun and `quietMs` are over. */
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
    await Promise.all(this.#browsers.up().map((member) => (member.death === null ? member.leave() : null)));
  }

  async close(): Promise<void> {
    for (const lane of this.#lanes) lane.#browsers.forget();
    await this.#browsers.close();
  }

  pids(): number[] {
    return this.#browsers.pids();
  }

  /** The drivers of the browsers that are up, for pages of another kind than members, such as those that members are compared with. */
  drivers(): WebDriver[] {
    return this.#browsers.drivers();
  }

  died(): TestOutcome['died'] {
    return this.#browsers
      .up()
      .flatMap(({ number, death }) => (death === null ? [] : [{ member: number, reason: death }]));
  }

  progress(): SwarmProgress {
    const up = this.#browsers.up().filter((member) => member.death === null);
    return {
      members: this.members,
      membersUp: up.length,
      clients: this.#clients,
      clientsConnected: up.reduce((sum, member) => sum + member.connected, 0),
    };
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
