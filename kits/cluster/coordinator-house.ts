/** The parts that a server of several processes has once: the room as a whole, control, and the auction house. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Control } from '../node/control-paths.ts';
import type { Auction, OpenAuction } from '../node/house.ts';
import { type Key, type WorkerAsks, type WorkerTells, workerOf } from './process-messages.ts';
import { WholeRoom, type WorkerLink } from './whole-room.ts';

/** The news of a worker that concern its process, and not the room. */
type OfProcess = Extract<WorkerTells, { ready: number } | { failed: string }>;

export class CoordinatorHouse {
  readonly room: WholeRoom;
  readonly #control: Control;
  readonly #auction: OpenAuction<Key> | undefined;
  /** The network addresses of connections that have asked the auction house something. */
  readonly #addresses = new Map<Key, string | undefined>();

  /** @param token of the server's controller */
  constructor(auction: Auction | undefined, token: string | undefined) {
    this.room = new WholeRoom();
    this.#control = new Control(this.room, token, true);
    this.#auction = auction?.open<Key>({
      broadcast: (event, data) => this.room.say(event, data),
      addressOf: (key) => this.#addresses.get(key),
    });
  }

  /** Adds a process that serves: its number, from 1 on, and how it is reached. */
  add(number: number, worker: WorkerLink): void {
    this.room.add(number, worker);
  }

  /** A process that serves has ended, with its connections. */
  remove(number: number): void {
    this.room.remove(number);
    for (const key of this.#addresses.keys()) if (workerOf(key) === number) this.#forget(key);
  }

  /** Answers a worker's question. @throws Fault */
  answer(asked: unknown): unknown {
    const question = asked as WorkerAsks;
    if (!('auction' in question)) return this.room.answer(question);
    const { auction: key, event, data, address } = question;
    this.#addresses.set(key, address);
    return this.#auction!.request(key, event, data);
  }

  /** Takes news of worker `number`; returns those that concern its process. */
  hear(number: number, news: unknown): OfProcess | null {
    const told = news as WorkerTells;
    if ('ready' in told || 'failed' in told) return told;
    this.room.hear(number, told);
    if ('gone' in told) this.#forget(told.gone);
    return null;
  }

  #forget(key: Key): void {
    this.#auction?.disconnect(key);
    this.#addresses.delete(key);
  }

  /** Answers an HTTP request for control of the server; false when it is none. */
  control(request: IncomingMessage, response: ServerResponse): boolean {
    return this.#control.handle(request, response);
  }

  stop(): void {
    void this.#auction?.close();
  }
}
