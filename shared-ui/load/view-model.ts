/** What the load page shows and what a person can do there (Knockout). */
import ko from 'knockout';
import type { Clock } from '../../member/clock.ts';
import type { GroupPhase } from '../../member/group-state.ts';
import type { OutcryLoad, RemoteState } from '../../member/remote.ts';
import { planProblem, type SendPlan } from '../../member/schedule.ts';
import type { TestType } from '../../protocol/messages.ts';
import type { Transport } from '../../protocol/socket.ts';
import { type Results, resultsOf } from './results.ts';

const MAX_CLIENTS = 500;
/** Browsers open six HTTP/1.1 connections to a server at most; each client holds one and needs another to send on. */
const HTTP_CLIENTS = 4;

const PHASES: Record<GroupPhase, string> = {
  new: 'Not connected.',
  connecting: 'Connecting …',
  connected: 'Connected. Ready to start.',
  running: 'The test is running …',
  harvesting: 'Collecting the results …',
  reported: 'Waiting for the server to sum up …',
  finished: 'Finished.',
  failed: 'Stopped by an error.',
  closed: 'Not connected.',
};

const idle = (phase: GroupPhase) => phase === 'new' || phase === 'failed' || phase === 'closed';

export class LoadViewModel {
  readonly label = __OUTCRY_APP__.label;
  readonly homepage = __OUTCRY_APP__.homepage;
  readonly transport;
  readonly clients = ko.observable(2);
  readonly rate = ko.observable(2);
  readonly messages = ko.observable(10);
  readonly payloadBytes = ko.observable(64);
  readonly testType = ko.observable<TestType>('echo');
  readonly phase = ko.observable<SendPlan['phase']>('together');

  readonly state = ko.observable<RemoteState>();
  readonly busy = ko.observable(false);
  readonly problem = ko.observable<string | null>(null);
  readonly results = ko.observable<Results | null>(null);
  readonly #connectedClients = ko.observable(0);

  readonly status = ko.pureComputed(() => PHASES[this.state()?.phase ?? 'new']);
  readonly error = ko.pureComputed(() => this.problem() ?? this.state()?.error ?? null);
  readonly isIdle = ko.pureComputed(() => idle(this.state()?.phase ?? 'new'));
  readonly canConnect = ko.pureComputed(() => this.isIdle() && !this.busy());
  readonly canStart = ko.pureComputed(
    () => !this.busy() && ['connected', 'finished'].includes(this.state()?.phase ?? 'new'),
  );
  readonly canDisconnect = ko.pureComputed(() => !this.isIdle());
  readonly inUse = ko.pureComputed(() => {
    const used = Object.entries(this.state()?.transports ?? {});
    return used.map(([transport, count]) => `${transport} (${count})`).join(', ') || '–';
  });
  readonly expected = ko.pureComputed(() => {
    const sent = this.clients() * this.messages();
    return this.testType() === 'broadcast' ? sent * this.clients() : sent;
  });
  readonly crowded = ko.pureComputed(() => this.transport() !== 'websocket' && this.clients() > HTTP_CLIENTS);

  constructor(
    readonly transports: readonly Transport[],
    private readonly remote: OutcryLoad,
    private readonly clock: Clock,
  ) {
    this.transport = ko.observable<Transport>(transports[0]!);
    this.refresh();
  }

  /** Takes over how things stand. */
  refresh(): void {
    const now = this.remote.state();
    const before = this.state();
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    this.state(now);
    if (now.phase === before?.phase) return;
    const dataset = now.phase === 'finished' ? this.remote.dataset() : null;
    if (dataset !== null || now.phase === 'running') this.results(dataset && resultsOf(dataset, now.standIn));
  }

  async connect(): Promise<void> {
    const clients = this.clients();
    if (!(Number.isInteger(clients) && clients >= 1 && clients <= MAX_CLIENTS)) {
      this.problem(`The number of clients must be a whole number from 1 to ${MAX_CLIENTS}.`);
      return;
    }
    const clientIds = Array.from({ length: clients }, (_, i) => i + 1);
    await this.#attempt(() => this.remote.connect({ transport: this.transport(), clientIds, clientCount: clients }));
    this.#connectedClients(clients);
  }

  async start(): Promise<void> {
    const plan = {
      rate: this.rate(),
      messages: this.messages(),
      payloadBytes: this.payloadBytes(),
      phase: this.phase(),
    };
    const problem = planProblem(plan);
    if (problem !== null) {
      this.problem(problem);
      return;
    }
    const clientCount = this.#connectedClients();
    const init = { testType: this.testType(), clientCount, spacing: 1, startTime: this.clock.now() };
    await this.#attempt(() => this.remote.start(init, plan));
  }

  async disconnect(): Promise<void> {
    await this.#attempt(() => this.remote.disconnect());
  }

  async #attempt(action: () => Promise<unknown>): Promise<void> {
    this.problem(null);
    this.busy(true);
    await action();
    this.busy(false);
    this.refresh();
  }
}
