/**
 * A room of several workers, as the coordinator knows it: names, what everybody must hear in one order, and control. It
 * relays nothing of what clients publish.
 */
import type { Counts, VerbCounts } from '../../protocol/control.ts';
import { COUNTED, type Counted } from '../../protocol/verbs.ts';
import { readBegin } from '../node/base-room.ts';
import { checkBody } from '../node/bodies.ts';
import type { Controlled } from '../node/control-paths.ts';
import { parseJson } from '../node/fault.ts';
import { Names } from '../node/joined-names.ts';
import { now as clock } from '../node/server-clock.ts';
import type { Link } from './link.ts';
import { Marks } from './marks.ts';
import {
  type CoordinatorAsks,
  type CoordinatorTells,
  type Key,
  type Share,
  type WorkerAsks,
  type WorkerTells,
  workerOf,
} from './process-messages.ts';

/** The coordinator's link to a worker. */
export type WorkerLink = Pick<Link, 'ask' | 'tell' | 'end'>;

type Caused = Extract<CoordinatorTells, { say: string }>['counted'];

/** The sum of several processes' counts, bucket by bucket; the lists are as long as the longest of `shares`. */
function addUp(shares: readonly VerbCounts[]): VerbCounts {
  const sum = (list: keyof VerbCounts): number[] => {
    const length = Math.max(0, ...shares.map((share) => share[list].length));
    return Array.from({ length }, (_, bucket) =>
      shares.reduce((total, share) => total + (share[list][bucket] ?? 0), 0),
    );
  };
  return { received: sum('received'), sent: sum('sent') };
}

export class WholeRoom implements Controlled {
  readonly now: () => number;
  /** Workers by number. */
  readonly #workers = new Map<number, WorkerLink>();
  readonly #open = new Map<number, number>();
  readonly #behind = new Set<number>();
  readonly #names = new Names<Key>();
  readonly #marks = new Marks();
  /** The last `begin`, which workers that come later are told too; null: there was none. */
  #begun: ReturnType<typeof readBegin> | null = null;
  /** The time at which all workers had begun to count, ms. */
  #since: number | null = null;
  #startedAt: number | null = null;
  /** The first that the coordinator itself has had counted, ms. */
  #earliest: number | null = null;
  #agreeing: Promise<void> | null = null;

  constructor(now: () => number = clock) {
    this.now = now;
  }

  /** Adds a worker that is ready. @param number from 1 on; each only once */
  add(number: number, worker: WorkerLink): void {
    this.#workers.set(number, worker);
    this.#open.set(number, 0);
    if (this.#begun !== null) void this.#catchUp(worker, this.#begun).catch(() => {});
  }

  /** The process of worker `number` has ended. Those whose names it had have left; what it had counted is gone. */
  remove(number: number): void {
    this.#workers.get(number)?.end();
    this.#workers.delete(number);
    this.#open.delete(number);
    this.#behind.delete(number);
    this.#marks.giveUp();
    const at = this.now();
    for (const key of this.#names.holders) if (workerOf(key) === number) this.#gone(key, at);
  }

  has(number: number): boolean {
    return this.#workers.has(number);
  }

  /** Answers a worker's question about the room. @throws Fault */
  answer(question: Exclude<WorkerAsks, { auction: Key }>): string[] | null {
    if ('join' in question) {
      const { join: key, name, body, at } = question;
      this.#names.give(name, key);
      this.#note(at);
      this.say('joined', { name, body, hops: [at, this.now()] }, { verb: 'join', at, by: workerOf(key) });
      return this.#names.all;
    }
    const { leave: key, body, at } = question;
    const name = this.#names.leave(key);
    this.#note(at);
    this.say('left', { name, body, hops: [at, this.now()] }, { verb: 'leave', at, by: workerOf(key) });
    return null;
  }

  /** Takes news of worker `number` about the room. */
  hear(number: number, news: Exclude<WorkerTells, { ready: number } | { failed: string }>): void {
    if ('heard' in news) this.#marks.heard(news.heard);
    else if ('counting' in news) this.#agree();
    else if ('behind' in news) this.#behind[news.behind ? 'add' : 'delete'](number);
    else {
      this.#open.set(number, news.open);
      if ('gone' in news) this.#gone(news.gone, news.at);
    }
  }

  /** Says it to all connections, after everything that was said so before. */
  say(event: string, data: unknown, counted: Caused = null): void {
    this.#tellAll({ say: event, data, counted });
  }

  async begin(asked: unknown): Promise<void> {
    this.#begun = readBegin(asked);
    [this.#since, this.#startedAt, this.#earliest] = [null, null, null];
    await this.#askAll({ begin: true, ...this.#begun });
    // All workers have begun, and keep what they count: from here on it is counted by all, and what was received before by none.
    this.#since = this.now();
    await this.#askAll({ since: this.#since });
  }

  get counts(): Promise<Counts> {
    return this.#count();
  }

  async feed(line: string, to: string | null): Promise<number> {
    const received = this.now();
    const holder = to === null ? null : this.#names.holderOf(to);
    const body = parseJson(line);
    checkBody(body);
    this.#note(received);
    // A backend has one process of a server, which broadcasts for it.
    const worker = holder === null ? Math.min(...this.#workers.keys()) : workerOf(holder);
    const sent = (await this.#ask(worker, { feed: body, received, to: holder })) as number;
    return holder === null ? [...this.#open].reduce((sum, [, open]) => sum + open, 0) : sent;
  }

  async waiting(to: string | null): Promise<number> {
    if (to === null) return this.#behind.size > 0 ? Number.POSITIVE_INFINITY : 0;
    const holder = this.#names.holderOf(to);
    return (await this.#ask(workerOf(holder), { waiting: holder })) as number;
  }

  /** Resolves when all that any worker has broadcast before was handed on by all of them. */
  async settle(): Promise<void> {
    let isSettled = false;
    while (!isSettled) {
      const [mark, heard] = this.#marks.next(this.#workers.size ** 2);
      this.#tellAll({ mark });
      isSettled = await heard;
    }
  }

  async #count(): Promise<Counts> {
    await this.settle();
    await this.#agreeing;
    const shares = (await this.#askAll({ counts: true })) as Share[];
    const total = (of: (share: Share) => number) => shares.reduce((sum, share) => sum + of(share), 0);
    const verbs = COUNTED.map((verb) => [verb, addUp(shares.map((share) => share.verbs[verb]))] as const);
    return {
      clock: this.now(),
      connections: total(({ connections }) => connections),
      startedAt: this.#startedAt,
      bucketMs: this.#begun?.bucketMs ?? 0,
      refused: total(({ refused }) => refused),
      verbs: Object.fromEntries(verbs) as Record<Counted, Counts['verbs'][Counted]>,
    };
  }

  /** Has a worker that came later count as the others do. */
  async #catchUp(worker: WorkerLink, begun: ReturnType<typeof readBegin>): Promise<void> {
    await worker.ask({ begin: true, ...begun } satisfies CoordinatorAsks);
    // Begun anew meanwhile: it was asked with the others.
    if (begun !== this.#begun || this.#since === null) return;
    await worker.ask({ since: this.#since } satisfies CoordinatorAsks);
    if (this.#startedAt !== null) worker.tell({ start: this.#startedAt } satisfies CoordinatorTells);
  }

  #gone(key: Key, at: number): void {
    const name = this.#names.take(key);
    if (name === undefined) return;
    // Told to nobody, it is not counted, and begins no bucket.
    if ([...this.#open.values()].some((open) => open > 0)) this.#note(at);
    this.say('left', { name, body: null, hops: [at, this.now()] }, { verb: 'leave', at, by: null });
  }

  /** Notes an event that was received at `at` (ms). The worker that received it does not know yet that it is counted. */
  #note(at: number): void {
    if (this.#since === null || this.#startedAt !== null || at < this.#since) return;
    this.#earliest = Math.min(this.#earliest ?? at, at);
    this.#agree();
  }

  /**
   * Tells all workers when bucket 0 begins. A worker that has counted nothing when it is asked counts only later events, except those
   * that another worker, or the coordinator, has counted too: so the first of all is among the answers.
   */
  #agree(): void {
    if (this.#startedAt !== null) return;
    this.#agreeing ??= this.#findStart().finally(() => {
      this.#agreeing = null;
    });
  }

  async #findStart(): Promise<void> {
    let since: number | null;
    let found: (number | null)[];
    do {
      since = this.#since;
      if (since === null) return;
      found = (await this.#askAll({ earliest: true })) as (number | null)[];
      // Begun anew meanwhile: what was found may be of either.
    } while (since !== this.#since);
    const times = [this.#earliest, ...found].filter((time) => time !== null);
    if (times.length === 0) return;
    this.#startedAt = Math.min(...times);
    this.#tellAll({ start: this.#startedAt });
  }

  #tellAll(news: CoordinatorTells): void {
    for (const worker of this.#workers.values()) worker.tell(news);
  }

  #ask(number: number, question: CoordinatorAsks): Promise<unknown> {
    return this.#workers.get(number)!.ask(question);
  }

  #askAll(question: CoordinatorAsks): Promise<unknown[]> {
    return Promise.all([...this.#workers.keys()].map((number) => this.#ask(number, question)));
  }
}
