/** What an app wires its framework to in one of several processes: as `House`, with the auction house in the primary. */
import type { Reply } from '../../protocol/socket.ts';
import { isRequestName } from '../node-kit/auction/input.ts';
import { ENDED } from '../node-kit/house.ts';
import type { AttachedWing, WingDoor } from './cluster-app.ts';
import type { Link, Listener } from './link.ts';
import { Wing, type WingOutputs } from './wing.ts';
import type { WingAsks, WingTells } from './words.ts';

const FAILED: Reply = { ok: false, code: 'failed', reason: 'Something went wrong on our side. Try again in a moment.' };

export class WingHouse<Connection> implements WingDoor<Connection>, Listener {
  readonly number: number;
  readonly #primary: Pick<Link, 'ask' | 'tell'>;
  readonly #wing: Wing<Connection>;
  #attached: AttachedWing<Connection> | null = null;

  /** @param number of this process, from 1 on */
  constructor(number: number, primary: Pick<Link, 'ask' | 'tell'>) {
    this.number = number;
    this.#primary = primary;
    const attached = () => this.#attached!;
    const outputs: WingOutputs<Connection> = {
      send: (connection, event, data) => attached().send(connection, event, data),
      broadcast: (event, data) => attached().broadcast(event, data),
      broadcastHere: (event, data) => attached().broadcastHere(event, data),
      mark: (mark) => attached().mark(mark),
      waiting: (connection) => attached().waiting?.(connection) ?? 0,
    };
    this.#wing = new Wing(outputs, number, primary);
  }

  /** The app has attached its framework: from here on connections may come. */
  open(attached: AttachedWing<Connection>): void {
    this.#attached = attached;
  }

  connect(connection: Connection): void {
    this.#wing.connect(connection);
  }

  disconnect(connection: Connection): void {
    this.#wing.disconnect(connection);
  }

  receive(connection: Connection, event: string, data: unknown): void {
    this.#wing.receive(connection, event, data);
  }

  unreadable(connection: Connection): void {
    this.#wing.unreadable(connection);
  }

  async request(connection: Connection, event: string, data: unknown): Promise<Reply> {
    if (!isRequestName(event)) return (await this.#wing.request(connection, event, data)) ?? ENDED;
    const key = this.#wing.keyOf(connection);
    if (key === undefined) return ENDED;
    const address = this.#attached!.addressOf?.(connection);
    const question: WingAsks = { auction: key, event, data: shallow(data), address };
    try {
      return (await this.#primary.ask(question)) as Reply;
    } catch (error) {
      console.error(error);
      return FAILED;
    }
  }

  handedOn(event: string, data: unknown): void {
    this.#wing.handedOn(event, data);
  }

  hearMark(mark: number): void {
    this.#wing.hearMark(mark);
  }

  fail(why: string): void {
    this.#primary.tell({ failed: why } satisfies WingTells);
  }

  answer(asked: unknown): unknown {
    return this.#wing.answer(asked);
  }

  hear(news: unknown): void {
    this.#wing.hear(news);
  }
}

/**
 * What the auction house looks at of `data`: its requests have texts and numbers as fields. What a client sends may be nested deeper than a
 * channel between processes can carry.
 */
function shallow(data: unknown): unknown {
  if (Array.isArray(data)) return [];
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([name, value]) => [name, isNested(value) ? {} : value]);
  return Object.fromEntries(fields);
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
