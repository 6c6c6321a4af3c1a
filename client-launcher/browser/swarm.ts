/** The browser swarm: the clients in real browsers, on this machine or on a Selenium Grid. */
import { cpus } from 'node:os';
import type { Dataset, InitTest } from '../../protocol/messages.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { ConnectPlan, SendPlan, Swarm, SwarmProgress, SwarmVersions, TestOutcome } from '../swarm.ts';
import { launchBrowser, type OpenBrowser } from './driver.ts';
import { type BrowserName, findPrograms } from './driver-process.ts';
import { advertisedUrl, checkGrid } from './grid.ts';
import { inLanes } from './in-lanes.ts';
import { Member } from './member.ts';
import { checkMemory } from './memory.ts';
import { spreadClients } from './spread.ts';
import { cleanUpTemporaryFolders } from './temporary.ts';
import { TimeLimitError, withLimit } from './time-limit.ts';

export interface BrowserSwarmOptions {
  browser: BrowserName;
  /** How many browsers. */
  browsers: number;
  headless: boolean;
  /** URL of a Selenium Grid; null for browsers on this machine. */
  grid: string | null;
  /** This machine's name or address as the Grid's nodes reach its servers; null when they run on this machine. */
  advertise?: string | null;
  /** Told in a line what takes its time (an installation) or went wrong and was mended (a launch repeated). */
  say?: (line: string) => void;
}

/**
 * How often the master's page is asked whether it has the dataset. Each call is work in that page's own thread, beside
 * the clients being measured, so it is seldom; and only the master is asked, because only it gets the dataset.
 */
const POLL_MS = 1_000;

const CLOSE_LIMIT_MS = 5_000;

/** A Grid spreads launches over its nodes itself; this only keeps its queue short. */
const GRID_LAUNCHES_AT_ONCE = 10;

/**
 * Browsers launched at once. Launching one keeps about one core busy and waits in between: 3 at a time on 2 cores come
 * up no later one by one, and more only make each slower.
 */
function launchesAtOnce(): number {
  return Math.max(2, Math.ceil(cpus().length * 1.5));
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class BrowserSwarm implements Swarm {
  readonly kind = 'browser';
  readonly browser: string;
  readonly members: number;
  readonly #options: Required<BrowserSwarmOptions>;
  /** By number; a place is empty until its browser is up. */
  readonly #members = new Map<number, Member>();
  #versions: SwarmVersions = { browser: null, driver: null };
  #clients = 0;
  /** Aborted when the swarm is closed. */
  readonly #closing = new AbortController();
  #filling: Promise<void> = Promise.resolve();

  constructor(options: BrowserSwarmOptions) {
    this.#options = { advertise: null, say: () => {}, ...options };
    this.browser = options.browser;
    this.members = options.browsers;
  }

  get versions(): SwarmVersions {
    return this.#versions;
  }

  async launch(): Promise<void> {
    const { browser, grid, say } = this.#options;
    if (grid === null) {
      cleanUpTemporaryFolders();
      await findPrograms(browser, say);
      checkMemory(browser, this.members);
    } else {
      await checkGrid(grid, browser, this.members);
    }
    try {
      await this.#fill();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.#versions = this.#versionsUp();
  }

  async connect(plan: ConnectPlan): Promise<void> {
    const shares = spreadClients(plan.clients, this.members, plan.transport);
    const dead = this.#up().filter((member) => member.death !== null);
    for (const member of dead) {
      this.#options.say(`browser ${member.number} has died (${member.death}); replacing it`);
      this.#members.delete(member.number);
    }
    await Promise.all(dead.map((member) => member.browser.close()));
    await this.#fill();
    this.#versions = this.#versionsUp();
    this.#clients = plan.clients;
    // Loading a page is much less work than launching a browser, but thirty at once would still fight for the cores.
    await inLanes(this.#up(), launchesAtOnce() * 2, async (member) => {
      await this.#open(member, plan.url);
      const share = shares[member.number - 1]!;
      await member.connect(plan.transport, share, plan.clients).catch((error) => this.#fail(member, error));
    });
  }

  async start(init: InitTest, send: SendPlan): Promise<void> {
    const master = this.#members.get(1);
    if (!master) throw new OutcryError('the swarm was asked to start before it was connected', EXIT.internal);
    const others = this.#up().filter((member) => member !== master);
    await Promise.all(others.map((member) => member.prepare(send).catch((error) => this.#fail(member, error))));
    await master.start(init, send).catch((error) => this.#fail(master, error));
  }

  async finished(timeoutMs: number): Promise<TestOutcome> {
    const { dataset, error } = await this.#dataset(Date.now() + timeoutMs);
    // The test is over, or lost: now that it disturbs nobody, every browser is asked whether it still has its page.
    await Promise.all(
      this.#up().map((member) => member.state().catch((reason) => member.markDead((reason as Error).message))),
    );
    const died = this.#up().flatMap(({ number, death }) => (death === null ? [] : [{ member: number, reason: death }]));
    return { dataset, died, error, busiestLoop: null };
  }

  async disconnect(): Promise<void> {
    this.#clients = 0;
    await Promise.all(this.#up().map((member) => (member.death === null ? member.leave() : null)));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Launches under way fail now, and take with them what they started; a Grid cannot be told.
    await withLimit(this.#filling, CLOSE_LIMIT_MS, 'launches do not end').catch(() => {});
    const members = this.#up();
    this.#members.clear();
    await Promise.all(members.map((member) => member.browser.close()));
  }

  pids(): number[] {
    return this.#up().flatMap(({ browser, death }) => (browser.pid === null || death !== null ? [] : [browser.pid]));
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
  #up(): Member[] {
    return [...this.#members.values()].sort((a, b) => a.number - b.number);
  }

  /** Launches a browser for every empty place. */
  #fill(): Promise<void> {
    const empty = Array.from({ length: this.members }, (_, index) => index + 1).filter((n) => !this.#members.has(n));
    const lanes = this.#options.grid === null ? launchesAtOnce() : GRID_LAUNCHES_AT_ONCE;
    this.#filling = inLanes(empty, lanes, async (number) => {
      const browser = await this.#launchOne(number);
      if (this.#closing.signal.aborted) {
        await browser.close();
        throw new OutcryError('the swarm was closed while it was being launched', EXIT.interrupted);
      }
      this.#members.set(number, new Member(number, browser));
    });
    return this.#filling;
  }

  /** A browser that does not come up gets a second chance: a busy machine makes some miss their time. */
  async #launchOne(number: number): Promise<OpenBrowser> {
    const { browser, headless, grid, say } = this.#options;
    const open = (): Promise<OpenBrowser> =>
      launchBrowser({ browser, headless, grid, log: say, signal: this.#closing.signal });
    try {
      return await open();
    } catch (error) {
      if (this.#closing.signal.aborted || (error instanceof OutcryError && error.exitCode === EXIT.missing))
        throw error;
      say(`browser ${number} did not come up (${(error as Error).message}); trying once more`);
    }
    try {
      return await open();
    } catch (error) {
      throw new OutcryError(
        `browser ${number} of ${this.members}, tried twice: ${(error as Error).message}`,
        EXIT.failed,
      );
    }
  }

  /** Waits for the master's dataset until `deadline` (ms since the epoch), or until there can be none. */
  async #dataset(deadline: number): Promise<{ dataset: Dataset | null; error: string | null }> {
    const master = this.#members.get(1);
    if (!master) return { dataset: null, error: 'the swarm is not connected' };
    for (;;) {
      if (master.death !== null) return { dataset: null, error: `the master's browser has died: ${master.death}` };
      try {
        const { phase, error } = await master.state();
        if (phase === 'finished') return { dataset: await master.dataset(), error: null };
        if (phase === 'failed' || phase === 'closed')
          return { dataset: null, error: error ?? `the master is ${phase}` };
        if (Date.now() > deadline) {
          return { dataset: null, error: `no dataset in time; the master is ${phase}${error ? `: ${error}` : ''}` };
        }
      } catch (error) {
        // A page busy with its clients may be late with its answer; as long as there is time, it has it.
        const late = error instanceof TimeLimitError && Date.now() < deadline;
        if (!late) master.markDead((error as Error).message);
      }
      await pause(POLL_MS);
    }
  }

  #versionsUp(): SwarmVersions {
    const all = (pick: (member: Member) => string | null): string | null => {
      const named = this.#up().map(pick);
      return [...new Set(named.filter((version) => version !== null))].sort().join(', ') || null;
    };
    return { browser: all((m) => m.browser.versions.browser), driver: all((m) => m.browser.versions.driver) };
  }

  async #open(member: Member, serverUrl: string): Promise<void> {
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

  /** Throws what went wrong in one browser as an error for people, after finding out whether the browser is to blame. */
  async #fail(member: Member, error: unknown): Promise<never> {
    await member.probe();
    const why = member.death ? `has died: ${member.death}` : (error as Error).message;
    throw new OutcryError(`browser ${member.number} of ${this.members}: ${why}`, EXIT.failed, { cause: error });
  }
}
