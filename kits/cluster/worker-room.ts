/**
 * The part of a room that one worker process has: its connections. The framework carries broadcasts to the other workers, and each worker counts
 * what it hands on to its own connections. The coordinator gives names and keeps the order of what all must hear alike.
 */
import type { Reply } from '../../protocol/socket.ts';
import { BaseRoom, type RoomOutputs, unknown } from '../node/base-room.ts';
import { bodyBeside } from '../node/bodies.ts';
import { BEHIND_BYTES, LOOK_MS } from '../node/control-paths.ts';
import { Fault, fieldsOf } from '../node/fault.ts';
import { nameOf } from '../node/joined-names.ts';
import type { Link, Listener } from './link.ts';
import {
  type CoordinatorAsks,
  type CoordinatorTells,
  type Key,
  keyOf,
  type Share,
  type WorkerAsks,
  type WorkerTells,
} from './process-messages.ts';
import { WorkerCounts } from './worker-counts.ts';

/** Ways to a worker's own connections (`send`), and to those of all workers (`broadcast`, by the framework's own way). */
export interface WorkerOutputs<Connection> extends RoomOutputs<Connection> {
  /** Says it to the connections of this process alone, at once. */
  broadcastHere(event: string, data: unknown): void;
  /**
   * Has `hearMark` called in every other process, after all that this one has broadcast so far was handed to their connections. Resolves when it
   * was handed to those of this process.
   */
  mark(mark: number): Promise<void>;
}

export class WorkerRoom<Connection> extends BaseRoom<Connection> implements Listener {
  declare protected readonly outputs: WorkerOutputs<Connection>;
  readonly #number: number;
  readonly #coordinator: Pick<Link, 'ask' | 'tell'>;
  readonly #keys = new Map<Connection, Key>();
  readonly #connections = new Map<Key, Connection>();
  #connected = 0;
  #isFeedingOne = false;
  #isBehind = false;
  protected tally = new WorkerCounts(0, () => {});

  /** @param number of this worker among all, from 1 on */
  constructor(
    outputs: WorkerOutputs<Connection>,
    number: number,
    coordinator: Pick<Link, 'ask' | 'tell'>,
    now?: () => number,
  ) {
    super(outputs, now);
    this.#number = number;
    this.#coordinator = coordinator;
  }

  override connect(connection: Connection): void {
    const key = keyOf(this.#number, ++this.#connected);
    this.#keys.set(connection, key);
    this.#connections.set(key, connection);
    super.connect(connection);
    this.#tell({ open: this.open.size });
  }

  disconnect(connection: Connection): void {
    if (!this.open.delete(connection)) return;
    const key = this.#keys.get(connection)!;
    this.#keys.delete(connection);
    this.#connections.delete(key);
    this.#tell({ gone: key, at: this.now(), open: this.open.size });
  }

  /** The key of an open connection; undefined when it has ended. */
  keyOf(connection: Connection): Key | undefined {
    return this.#keys.get(connection);
  }

  /** The reply to a request; null when the connection has ended. */
  async request(connection: Connection, request: string, data: unknown): Promise<Reply | null> {
    const at = this.now();
    const key = this.#keys.get(connection);
    if (key === undefined) return null;
    try {
      if (request === 'request') return this.bodyReply(data, at);
      if (request === 'join') {
        const name = nameOf(fieldsOf(data, 'data').name);
        const body = bodyBeside(data);
        return { ok: true, names: (await this.#ask({ join: key, name, body, at })) as string[] };
      }
      if (request !== 'leave') throw unknown('request');
      await this.#ask({ leave: key, body: bodyBeside(data), at });
      return { ok: true };
    } catch (error) {
      return this.refusal(error, at);
    }
  }

  /** Notes that a worker's broadcast has been handed to all connections of this one. The app calls it once for each broadcast. */
  handedOn(event: string, data: unknown): void {
    if ((event !== 'publish' && event !== 'feed') || this.#isFeedingOne) return;
    const [received] = (data as { hops: [number, number] }).hops;
    this.tally.add(event, received, 0, this.open.size);
    if (event === 'feed') this.#watchWhoIsBehind();
  }

  /** Takes another worker's mark. */
  hearMark(mark: number): void {
    this.#tell({ heard: mark });
  }

  answer(asked: unknown): unknown {
    const question = asked as CoordinatorAsks;
    if ('begin' in question) {
      this.greeting = question.greeting;
      this.tally = new WorkerCounts(question.bucketMs, () => this.#tell({ counting: true }));
      return null;
    }
    if ('since' in question) return this.tally.countSince(question.since);
    if ('earliest' in question) return this.tally.earliest;
    if ('counts' in question) return { connections: this.open.size, ...this.tally.all } satisfies Share;
    if ('waiting' in question) return this.#waitingFor(question.waiting);
    return this.#feed(question);
  }

  hear(told: unknown): void {
    const news = told as CoordinatorTells;
    if ('mark' in news) void this.#mark(news.mark);
    else if ('start' in news) this.tally.start(news.start);
    else {
      const { say, data, counted } = news;
      if (counted !== null) {
        this.tally.add(counted.verb, counted.at, counted.by === this.#number ? 1 : 0, this.open.size);
      }
      this.outputs.broadcastHere(say, data);
    }
  }

  protected publish(body: unknown, received: number): void {
    this.tally.add('publish', received, 1, 0);
    this.outputs.broadcast('publish', this.relayed(body, received));
  }

  #feed({ feed, received, to }: Extract<CoordinatorAsks, { feed: unknown }>): number {
    const relayed = this.relayed(feed, received);
    if (to === null) {
      this.tally.add('feed', received, 1, 0);
      this.outputs.broadcast('feed', relayed);
      return this.open.size;
    }
    const connection = this.#connectionOf(to);
    this.tally.add('feed', received, 1, 1);
    this.#isFeedingOne = true;
    try {
      this.outputs.send(connection, 'feed', relayed);
    } finally {
      this.#isFeedingOne = false;
    }
    return 1;
  }

  async #mark(mark: number): Promise<void> {
    await this.outputs.mark(mark);
    this.hearMark(mark);
  }

  #waitingFor(key: Key): number {
    return this.outputs.waiting?.(this.#connectionOf(key)) ?? 0;
  }

  /** @throws Fault when it has ended, which the coordinator has not heard yet */
  #connectionOf(key: Key): Connection {
    const connection = this.#connections.get(key);
    if (connection === undefined) throw new Fault('unknown-name', 'who had that name has gone', 404);
    return connection;
  }

  /** Tells the coordinator when a connection is too far behind, and when none is any more. */
  #watchWhoIsBehind(): void {
    const { waiting } = this.outputs;
    const isBehind = () => waiting !== undefined && [...this.open].some((one) => waiting(one) > BEHIND_BYTES);
    if (this.#isBehind || !isBehind()) return;
    this.#isBehind = true;
    this.#tell({ behind: true });
    const timer = setInterval(() => {
      if (isBehind()) return;
      clearInterval(timer);
      this.#isBehind = false;
      this.#tell({ behind: false });
    }, LOOK_MS);
  }

  #ask(question: WorkerAsks): Promise<unknown> {
    return this.#coordinator.ask(question);
  }

  #tell(news: WorkerTells): void {
    this.#coordinator.tell(news);
  }
}
