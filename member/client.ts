/** One load client: a connection with its own identity that keeps to its schedule and notes what comes back. */
import type { DeliveredMessage, InitTest, LoadMessage } from '../protocol/messages.ts';
import type { Socket } from '../protocol/socket.ts';
import type { Clock, Timer } from './clock.ts';
import { dueAt, phaseOffset, type SendPlan } from './schedule.ts';
import { Seen } from './seen.ts';
import type { Tally } from './tally.ts';

/** One test, as all clients of a group share it. */
export interface TestRun {
  readonly init: InitTest;
  readonly plan: SendPlan;
  readonly payload: string;
  /** How long after its last message a client waits for its own messages before it says `complete` anyway, ms. */
  readonly giveUpMs: number;
  readonly tally: Tally;
  /** Sent and received by the whole group, for whoever watches. */
  sent: number;
  received: number;
}

export class LoadClient {
  live = true;
  /** Whether it has had this test's `harvest`. */
  harvested = false;
  #run: TestRun | null = null;
  #seen = new Seen(0, 0);
  #ownReturned = 0;
  #nextSeq = 0;
  #start = 0;
  #firstDue = 0;
  #completed = false;
  #timer: Timer = null;

  constructor(
    readonly clientId: number,
    readonly socket: Socket,
    private readonly clock: Clock,
    /** Called when something changed that a harvest may be waiting for. */
    private readonly onProgress: () => void,
  ) {
    socket.on('message', (data) => this.#receive(data));
  }

  get run(): TestRun | null {
    return this.#run;
  }

  /** Begins `run` now, forgetting whatever was before. */
  begin(run: TestRun): void {
    this.clock.clearTimer(this.#timer);
    const { init, plan } = run;
    this.#run = run;
    this.#seen = new Seen(init.testType === 'broadcast' ? init.clientCount : 1, plan.messages);
    this.harvested = false;
    this.#ownReturned = 0;
    this.#nextSeq = 0;
    this.#completed = false;
    this.#start = this.clock.now();
    this.#firstDue = this.#start + phaseOffset(plan, this.clientId, init.clientCount);
    this.#sendWhatIsDue();
  }

  /** Sends nothing more; what arrives still counts until {@link end}. */
  stopSending(): void {
    this.clock.clearTimer(this.#timer);
    this.#timer = null;
  }

  /** The test is over: what arrives from now on belongs to no test. */
  end(): void {
    this.stopSending();
    this.#run = null;
  }

  /** Whether it has had `broadcasts` different messages; of an echo test, whether the harvest has reached it. */
  has(broadcasts: number): boolean {
    return this.harvested && (this.#run?.init.testType !== 'broadcast' || this.#seen.count >= broadcasts);
  }

  /** Deliveries that should have come and did not. */
  missing(broadcasts: number): number {
    const expected = this.#run?.init.testType === 'broadcast' ? broadcasts : this.#nextSeq;
    return Math.max(0, expected - this.#seen.count);
  }

  /**
   * The loop is open: however late the timer is, every message is sent, and keeps the due time it had. The next timer
   * is set from the schedule, not from when this one fired, so that lateness does not add up.
   */
  readonly #sendWhatIsDue = (): void => {
    const run = this.#run;
    while (run !== null && this.live && this.#nextSeq < run.plan.messages) {
      const due = dueAt(run.plan, this.#firstDue, this.#nextSeq);
      const now = this.clock.now();
      if (now < due) {
        this.#timer = this.clock.setTimer(this.#sendWhatIsDue, due - now);
        return;
      }
      this.#send(run, due, now);
    }
    if (run !== null && this.live && !this.#completed) {
      this.#timer = this.clock.setTimer(this.#complete, run.giveUpMs);
    }
  };

  #send(run: TestRun, due: number, sent: number): void {
    const { clientId } = this;
    const seq = this.#nextSeq++;
    run.sent++;
    run.tally.sent(this.#bucket(run, sent), sent - due);
    const message: LoadMessage = { id: `c:${clientId}m:${seq}`, clientId, seq, due, sent, payload: run.payload };
    this.socket.emit('message', message);
  }

  #receive(data: DeliveredMessage): void {
    const run = this.#run;
    if (run === null || !isDelivery(data, run)) return;
    const now = this.clock.now();
    const own = data.clientId === this.clientId;
    run.received++;
    run.tally.delivered(this.#bucket(run, now), now - data.sent, own);
    // In an echo test another client's message has lost its way: it counts as delivered, so that the counts disagree.
    if (!own && run.init.testType === 'echo') return;
    const sender = run.init.testType === 'echo' ? 0 : data.clientId - 1;
    const arrival = this.#seen.note(sender, data.seq);
    if (arrival === 'duplicate') run.tally.duplicates++;
    else {
      if (arrival === 'first-out-of-order') run.tally.outOfOrder++;
      if (own) this.#returned(run, data, now);
    }
    if (this.harvested) this.onProgress();
  }

  #returned(run: TestRun, message: DeliveredMessage, now: number): void {
    run.tally.returned(this.#bucket(run, message.sent), now - message.sent, now - message.due);
    this.#ownReturned++;
    if (this.#ownReturned === run.plan.messages) this.#complete();
  }

  readonly #complete = (): void => {
    if (this.#completed || !this.live) return;
    this.#completed = true;
    this.stopSending();
    this.socket.emit('complete', { clientId: this.clientId });
  };

  #bucket(run: TestRun, time: number): number {
    return Math.max(0, Math.floor((time - this.#start) / (run.init.spacing * 1000)));
  }
}

/** Whether a server's `message` can belong to `run`; anything else must not touch the counters. */
function isDelivery(data: DeliveredMessage, run: TestRun): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    Number.isInteger(data.clientId) &&
    data.clientId >= 1 &&
    data.clientId <= run.init.clientCount &&
    Number.isInteger(data.seq) &&
    data.seq >= 0 &&
    data.seq < run.plan.messages &&
    Number.isFinite(data.sent) &&
    Number.isFinite(data.due)
  );
}
