/** The `House` of one of several processes: an app wires its framework to it. The auction house is in the coordinator. */
import type { Reply } from '../../protocol/socket.ts';
import { type Auction, ENDED } from '../node/house.ts';
import type { AttachedWorker, WorkerEvents } from './cluster-app.ts';
import type { Link, Listener } from './link.ts';
import type { WorkerAsks, WorkerTells } from './process-messages.ts';
import { type WorkerOutputs, WorkerRoom } from './worker-room.ts';

const FAILED: Reply = { ok: false, code: 'failed', reason: 'Something went wrong on our side. Try again in a moment.' };

export class WorkerHouse<Connection> implements WorkerEvents<Connection>, Listener {
  readonly number: number;
  readonly #coordinator: Pick<Link, 'ask' | 'tell'>;
  readonly #room: WorkerRoom<Connection>;
  readonly #auction: Auction | undefined;
  #attached: AttachedWorker<Connection> | null = null;

  /**
   * @param number of this process, from 1 on
   * @param auction the coordinator's
   */
  constructor(number: number, coordinator: Pick<Link, 'ask' | 'tell'>, auction?: Auction) {
    this.number = number;
    this.#auction = auction;
    this.#coordinator = coordinator;
    const attached = () => this.#attached!;
    const outputs: WorkerOutputs<Connection> = {
      send: (connection, event, data) => attached().send(connection, event, data),
      broadcast: (event, data) => attached().broadcast(event, data),
      broadcastHere: (event, data) => attached().broadcastHere(event, data),
      mark: (mark) => attached().mark(mark),
      waiting: (connection) => attached().waiting?.(connection) ?? 0,
    };
    this.#room = new WorkerRoom(outputs, number, coordinator);
  }

  /** The app has attached its framework: from here on connections may come. */
  open(attached: AttachedWorker<Connection>): void {
    this.#attached = attached;
  }

  connect(connection: Connection): void {
    this.#room.connect(connection);
  }

  disconnect(connection: Connection): void {
    this.#room.disconnect(connection);
  }

  receive(connection: Connection, event: string, data: unknown): void {
    this.#room.receive(connection, event, data);
  }

  unreadable(connection: Connection): void {
    this.#room.unreadable(connection);
  }

  async request(connection: Connection, event: string, data: unknown): Promise<Reply> {
    if (!this.#auction?.takes(event)) return (await this.#room.request(connection, event, data)) ?? ENDED;
    const key = this.#room.keyOf(connection);
    if (key === undefined) return ENDED;
    const address = this.#attached!.addressOf?.(connection);
    const question: WorkerAsks = { auction: key, event, data: shallow(data), address };
    try {
      return (await this.#coordinator.ask(question)) as Reply;
    } catch (error) {
      console.error(error);
      return FAILED;
    }
  }

  handedOn(event: string, data: unknown): void {
    this.#room.handedOn(event, data);
  }

  hearMark(mark: number): void {
    this.#room.hearMark(mark);
  }

  fail(why: string): void {
    this.#coordinator.tell({ failed: why } satisfies WorkerTells);
  }

  answer(asked: unknown): unknown {
    return this.#room.answer(asked);
  }

  hear(news: unknown): void {
    this.#room.hear(news);
  }
}

/**
 * The part of `data` that the auction house reads: its requests have texts and numbers as fields. A client may send deeper nesting than
 * a channel between processes can carry.
 */
function shallow(data: unknown): unknown {
  if (Array.isArray(data)) return [];
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([name, value]) => [name, isNested(value) ? {} : value]);
  return Object.fromEntries(fields);
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
