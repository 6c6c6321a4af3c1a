/**
 * A room of several workers in one process: a coordinator and workers, with channels between them that keep their order, and of which any may be slower
 * than any other. Connections are named by letters; what each has heard is kept.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { Link, type Message } from '../link.ts';
import type { WorkerAsks, WorkerTells } from '../process-messages.ts';
import { WholeRoom } from '../whole-room.ts';
import { WorkerRoom } from '../worker-room.ts';

export interface Heard {
  at: number;
  event: string;
  data: unknown;
}

type Delivery = () => void;

export class SmallCluster {
  readonly whole: WholeRoom;
  readonly workers: WorkerRoom<string>[] = [];
  /** The events that each connection has heard, in order. */
  readonly heard = new Map<string, Heard[]>();
  readonly #open: Set<string>[] = [];
  /** The messages on each way between two processes. */
  readonly #channels: Delivery[][] = [];
  readonly #now: () => number;
  readonly #random: () => number;

  /** @param random from 0 to 1: which channel is the next to deliver something */
  constructor(workers: number, now: () => number, random: () => number) {
    this.#now = now;
    this.#random = random;
    this.whole = new WholeRoom(now);
    for (let number = 1; number <= workers; number++) this.#open.push(new Set());
    for (let number = 1; number <= workers; number++) this.#addWorker(number, workers);
  }

  /** The worker that `connection` is open at; undefined when it is not open. */
  workerOf(connection: string): WorkerRoom<string> | undefined {
    return this.workers[this.#indexOf(connection)];
  }

  /** Opens a connection at worker `number`, from 1 on. */
  connect(connection: string, number: number): void {
    this.#open[number - 1]!.add(connection);
    this.heard.set(connection, []);
    this.workers[number - 1]!.connect(connection);
  }

  disconnect(connection: string): void {
    const index = this.#indexOf(connection);
    if (index < 0) return;
    this.#open[index]!.delete(connection);
    this.workers[index]!.disconnect(connection);
  }

  /** Delivers `count` messages, or all that there are and that follow from them. */
  async deliver(count = Number.POSITIVE_INFINITY): Promise<void> {
    for (let delivered = 0; delivered < count; delivered++) {
      await turn();
      const busy = this.#channels.filter((channel) => channel.length > 0);
      if (busy.length === 0) return;
      busy[Math.floor(this.#random() * busy.length)]!.shift()!();
    }
  }

  /** The value of `asked` once everything is delivered. */
  async finish<T>(asked: Promise<T>): Promise<T> {
    // The caller awaits it only later; a rejection must not go unhandled until then.
    asked.catch(() => {});
    await this.deliver();
    return asked;
  }

  #indexOf(connection: string): number {
    return this.#open.findIndex((open) => open.has(connection));
  }

  #channel(): (delivery: Delivery) => void {
    const channel: Delivery[] = [];
    this.#channels.push(channel);
    return (delivery) => channel.push(delivery);
  }

  #addWorker(number: number, workers: number): void {
    const [up, down] = [this.#channel(), this.#channel()];
    const copied = (message: Message): Message => JSON.parse(JSON.stringify(message));
    const coordinatorEnd: Link = new Link((message) => down(() => workerEnd.receive(copied(message))), {
      answer: (asked) => this.whole.answer(asked as Exclude<WorkerAsks, { auction: string }>),
      hear: (news) => this.whole.hear(number, news as Exclude<WorkerTells, { ready: number } | { failed: string }>),
    });
    const workerEnd: Link = new Link((message) => up(() => coordinatorEnd.receive(copied(message))), {
      answer: (asked) => worker.answer(asked),
      hear: (news) => worker.hear(news),
    });
    const others = Array.from({ length: workers }, (_, index) => index + 1)
      .filter((other) => other !== number)
      .map((other) => ({ other, send: this.#channel() }));
    const worker: WorkerRoom<string> = new WorkerRoom(
      {
        send: (to, event, data) => this.#hear(to, event, data),
        broadcast: (event, data) => {
          for (const { other, send } of others) send(() => this.#handOn(other, event, data));
          this.#handOn(number, event, data);
        },
        broadcastHere: (event, data) => this.#sayHere(number, event, data),
        mark: async (mark) => {
          for (const { other, send } of others) send(() => this.workers[other - 1]!.hearMark(mark));
        },
      },
      number,
      workerEnd,
      this.#now,
    );
    this.workers.push(worker);
    this.whole.add(number, coordinatorEnd);
  }

  #handOn(number: number, event: string, data: unknown): void {
    // A framework tells of what it sends to somebody.
    if (this.#open[number - 1]!.size > 0) this.workers[number - 1]!.handedOn(event, data);
    this.#sayHere(number, event, data);
  }

  #sayHere(number: number, event: string, data: unknown): void {
    for (const connection of this.#open[number - 1]!) this.#hear(connection, event, data);
  }

  #hear(connection: string, event: string, data: unknown): void {
    this.heard.get(connection)?.push({ at: this.#now(), event, data });
  }
}
