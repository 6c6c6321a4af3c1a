/**
 * The load engine: a group of clients that one page or one worker process holds. It knows an adapter and a clock and
 * nothing of pages or processes.
 *
 *     connect -> (prepare -> [start] -> testStarted -> harvest -> report) x N -> close
 *
 * Only the group that holds client 1, the master, calls `start` and gets the dataset.
 */
import type { Dataset, Harvest, InitTest, Refused, Report, TestStarted } from '../protocol/messages.ts';
import type { Adapter, Socket, Transport } from '../protocol/socket.ts';
import { LoadClient, type TestRun } from './client.ts';
import type { Clock, Timer } from './clock.ts';
import { connectAll } from './connect.ts';
import type { GroupPhase, GroupState } from './group-state.ts';
import { LoopDelay } from './loop-delay.ts';
import { Pending } from './pending.ts';
import { makePayload, planProblem, type SendPlan } from './schedule.ts';
import { Tally } from './tally.ts';

export interface GroupOptions {
  adapter: Adapter;
  /** The server's origin. */
  url: string;
  transport: Transport;
  /** This group's clients, each from 1 to `clientCount`. */
  clientIds: number[];
  /** Clients of all groups together. */
  clientCount: number;
  clock: Clock;
  /** Connections being made at any one time. */
  parallel?: number;
  /** How long a client waits for its own messages after its last, ms. */
  giveUpMs?: number;
  /** How long the group waits at the harvest for messages that have not come yet, ms. */
  graceMs?: number;
  /** How long the master waits for its test to begin, ms. */
  startMs?: number;
}

/** Refusals beyond this many are not in the report: a server that refuses everything is clear from the first hundred. */
const MAX_REFUSED = 100;

export class LoadGroup {
  /** Of the last test; null until it has come. */
  dataset: Dataset | null = null;
  readonly #options: Required<GroupOptions>;
  readonly #clients: LoadClient[] = [];
  readonly #closed: { clientId: number; reason: string }[] = [];
  readonly #loopDelay: LoopDelay;
  #refused: Refused[] = [];
  #phase: GroupPhase = 'new';
  #error: string | null = null;
  #plan: SendPlan | null = null;
  #payload = '';
  #run: TestRun | null = null;
  #sent = 0;
  #received = 0;
  #harvesting = false;
  #broadcasts = 0;
  #grace: Timer = null;
  #starting: Pending | null = null;

  /** @param onChange called when the phase has changed or something went wrong; not per message */
  constructor(
    options: GroupOptions,
    private readonly onChange: () => void = () => {},
  ) {
    this.#options = { parallel: 16, giveUpMs: 10_000, graceMs: 5_000, startMs: 20_000, ...options };
    this.#loopDelay = new LoopDelay(options.clock);
  }

  state(): GroupState {
    return {
      phase: this.#phase,
      connected: this.#clients.filter((client) => client.live).length,
      sent: this.#run?.sent ?? this.#sent,
      received: this.#run?.received ?? this.#received,
      closed: this.#closed.length,
      error: this.#error,
    };
  }

  /** The transports in use and how many live clients use each, as the framework reports them. */
  transports(): Record<string, number> {
    const used: Record<string, number> = {};
    for (const { live, socket } of this.#clients) if (live) used[socket.transport] = (used[socket.transport] ?? 0) + 1;
    return used;
  }

  /** What stands in for a part of the framework, as the first client was told; null: nothing. */
  get standIn(): string | null {
    return this.#clients[0]?.socket.standIn ?? null;
  }

  /** Connects all clients, or rejects with the reason after closing those that were up. */
  async connect(): Promise<void> {
    const { adapter, url, transport, clientIds, parallel } = this.#options;
    this.#enter('connecting');
    try {
      await connectAll(adapter, url, transport, clientIds, parallel, (id, socket) => this.#add(id, socket));
      const [lost] = this.#closed;
      if (lost) throw new Error(`Client ${lost.clientId} lost its connection while others connected: ${lost.reason}`);
    } catch (error) {
      this.#fail((error as Error).message);
      await this.#closeSockets();
      throw error;
    }
    this.#clients.sort((a, b) => a.clientId - b.clientId);
    if (this.#phase === 'connecting') this.#enter('connected');
  }

  /** Says what to send when the next test begins. Every group needs it before its first `testStarted`. */
  prepare(plan: SendPlan): void {
    const problem = planProblem(plan);
    if (problem !== null) throw new Error(problem);
    this.#plan = plan;
    this.#payload = makePayload(plan.payloadBytes);
  }

  /** The master asks for the test; resolves when it has begun, rejects with the server's reason when it has not. */
  start(init: InitTest): Promise<void> {
    const master = this.#clients.find((client) => client.clientId === 1 && client.live);
    if (!master) return Promise.reject(new Error('Client 1 begins the test, and it is not connected here.'));
    if (this.#starting) return Promise.reject(new Error('A test is being started already.'));
    const { clock, startMs } = this.#options;
    const starting = new Pending(clock, startMs, 'The server did not begin the test in time.');
    this.#starting = starting;
    this.#error = null;
    this.dataset = null;
    master.socket.emit('initTest', init);
    return starting.promise.finally(() => {
      this.#starting = null;
    });
  }

  /** Ends all connections; resolves when they have ended. */
  async close(): Promise<void> {
    this.#enter('closed');
    this.#endRun();
    this.#starting?.reject('The group was closed.');
    await this.#closeSockets();
  }

  async #closeSockets(): Promise<void> {
    for (const client of this.#clients) {
      client.live = false;
      client.end();
    }
    await Promise.all(this.#clients.map((client) => client.socket.close()));
  }

  #add(clientId: number, socket: Socket): void {
    const client = new LoadClient(clientId, socket, this.#options.clock, () => this.#reportWhenComplete());
    this.#clients.push(client);
    socket.on('testStarted', (init: TestStarted) => this.#testStarted(client, init));
    socket.on('harvest', (harvest: Harvest) => this.#harvest(client, harvest));
    socket.on('harvestComplete', ({ dataset }: { dataset: Dataset }) => this.#harvestComplete(dataset));
    socket.on('refused', (refused: Refused) => this.#noteRefusal(refused));
    socket.onClose((reason) => this.#lost(client, reason));
  }

  #testStarted(client: LoadClient, init: TestStarted): void {
    // A client hears of each test once, so one that is in the current test already hears of the next.
    if (this.#run === null || client.run === this.#run) {
      this.#endRun();
      this.#run = this.#newRun(init);
      if (this.#run === null) return;
      this.#loopDelay.start();
      this.#enter('running');
    }
    this.#starting?.resolve();
    client.begin(this.#run);
  }

  #newRun(init: TestStarted): TestRun | null {
    const { clientCount, giveUpMs, clock } = this.#options;
    if (this.#plan === null) {
      this.#fail('A test began before this group was told what to send.');
      return null;
    }
    if (init.clientCount !== clientCount || !(init.spacing >= 1)) {
      this.#fail(`A test began that this group of ${clientCount} cannot be part of: ${JSON.stringify(init)}`);
      return null;
    }
    this.#refused = [];
    this.#error = null;
    this.#harvesting = false;
    this.dataset = null;
    const tally = new Tally(clock.shared);
    return { init, plan: this.#plan, payload: this.#payload, giveUpMs, tally, sent: 0, received: 0 };
  }

  #harvest(client: LoadClient, { broadcasts }: Harvest): void {
    if (this.#run === null || client.run !== this.#run) return;
    client.harvested = true;
    client.stopSending();
    this.#broadcasts = broadcasts;
    if (!this.#harvesting) {
      this.#harvesting = true;
      this.#enter('harvesting');
      this.#grace = this.#options.clock.setTimer(() => this.#report(), this.#options.graceMs);
    }
    this.#reportWhenComplete();
  }

  #reportWhenComplete(): void {
    if (!this.#harvesting) return;
    for (const client of this.#clients) if (client.live && !client.has(this.#broadcasts)) return;
    this.#report();
  }

  #report(): void {
    const run = this.#run;
    const live = this.#clients.filter((client) => client.live);
    const [reporter] = live;
    if (run === null || !reporter) return;
    this.#loopDelay.stop();
    const report: Report = run.tally.report({
      clientIds: live.map((client) => client.clientId),
      missing: live.reduce((sum, client) => sum + client.missing(this.#broadcasts), 0),
      refused: this.#refused,
      closed: this.#closed,
      transports: this.transports(),
      loopDelay: this.#loopDelay.result(),
    });
    this.#harvesting = false;
    this.#endRun();
    this.#enter('reported');
    reporter.socket.emit('report', report);
  }

  /** The run is over for all clients; its counts stay to be looked at. */
  #endRun(): void {
    this.#options.clock.clearTimer(this.#grace);
    this.#loopDelay.stop();
    this.#sent = this.#run?.sent ?? this.#sent;
    this.#received = this.#run?.received ?? this.#received;
    this.#run = null;
    for (const client of this.#clients) client.end();
  }

  #harvestComplete(dataset: Dataset): void {
    this.dataset = dataset;
    this.#enter('finished');
  }

  #noteRefusal(refused: Refused): void {
    if (this.#refused.length < MAX_REFUSED) this.#refused.push(refused);
    const sentence = `The server refused "${refused.event}": ${refused.reason}`;
    if (refused.event === 'initTest') this.#starting?.reject(sentence);
    if (this.#error === null) {
      this.#error = sentence;
      this.onChange();
    }
  }

  #lost(client: LoadClient, reason: string): void {
    if (!client.live) return; // we closed it ourselves
    client.live = false;
    client.stopSending();
    const { clientId } = client;
    this.#closed.push({ clientId, reason });
    const sentence = `The connection of client ${clientId} ended: ${reason}`;
    if (clientId === 1 || this.#clients.every((other) => !other.live)) this.#fail(sentence);
    else this.onChange();
    this.#reportWhenComplete();
  }

  /** Keeps what went wrong; the other clients go on. */
  #fail(sentence: string): void {
    this.#error = sentence;
    this.#starting?.reject(sentence);
    this.#enter('failed');
  }

  #enter(phase: GroupPhase): void {
    if (this.#phase === 'closed') return;
    this.#phase = phase;
    this.onChange();
  }
}
