/** How the load pages of several browsers make one whole result: `page-messages.ts` says in which order they talk. */
import type { Clock } from '../../member/clock.ts';
import type { ConnectRequest, MemberReport, TestRequest } from '../../member/contract.ts';
import type { Reported } from '../../member/judge-reports.ts';
import type { Transport } from '../../metrics/transports.ts';
import { connectRequest, type Note, ReportParts, reportNotes, sharesOf } from './page-messages.ts';

/** How long pages have to say that they are here, ms. */
const HERE_MS = 1_000;
/** How long they have to connect their clients, ms. */
const READY_MS = 60_000;
/** How often they are asked for their reports, ms, and how long after they must have them. */
const COLLECT_MS = 1_000;
const COLLECT_LIMIT_MS = 20_000;

export interface Room {
  open(): Promise<void>;
  say(note: Note): void;
  close(): Promise<void>;
}

/** What a page has for a test: `member/member.ts`. */
export interface PageMember {
  connect(request: ConnectRequest): Promise<void>;
  prepare(test: TestRequest): Promise<void>;
  begin(): void;
  report(): Promise<MemberReport>;
  disconnect(): Promise<void>;
}

export interface MeetingOptions {
  /** This page's name among the others. */
  page: string;
  member: PageMember;
  clock: Clock;
  /** Null where pages cannot talk, because the app cannot publish. */
  room: ((hear: (note: Note) => void) => Room) | null;
  /** Clients that this page offers. */
  clients(): number;
  newId(): string;
  /** Told how this page stands; `busy`: it takes part in a test that another page began. */
  onState(state: MeetingState): void;
}

export type MeetingState = 'idle' | 'calling' | 'connecting' | 'running' | 'collecting';

/** A test of all pages together. */
export interface Met extends Reported {
  members: number;
  clients: number;
  /** How many clients this page held. */
  clientsHere: number;
}

export interface Wanted {
  transport: Transport;
  /** False: clients connect themselves, in the test. */
  now: boolean;
  /** Given the number of clients there are in all. */
  test(clients: number): TestRequest;
}

interface Call {
  id: string;
  /** This page has made it. */
  own: boolean;
  /** What this page does when it hears `go`. */
  begin?: () => void;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class Meeting {
  readonly #options: MeetingOptions;
  readonly #room: Room | null;
  #state: MeetingState = 'idle';
  /** The call that this page has made or follows; null: it is free. */
  #call: Call | null = null;
  /** Hears what others say to the call that this page made. */
  #hearAnswer: (note: Note) => void = () => {};
  /** What this page measured for others, by call: the last alone. */
  #kept: { call: string; report: MemberReport } | null = null;

  constructor(options: MeetingOptions) {
    this.#options = options;
    this.#room = options.room?.((note) => this.#hear(note)) ?? null;
  }

  get state(): MeetingState {
    return this.#state;
  }

  /** Listens for calls of other pages. Rejects with a sentence when the server cannot be reached. */
  async listen(): Promise<void> {
    await this.#room?.open();
  }

  /** Runs a test with all pages that are there. Rejects with a sentence when it cannot begin. */
  async run(wanted: Wanted): Promise<Met> {
    if (this.#call !== null) throw new Error('Another page’s test is running here.');
    const call = this.#options.newId();
    this.#call = { id: call, own: true };
    try {
      return await this.#run(call, wanted);
    } finally {
      this.#hearAnswer = () => {};
      await this.#free();
    }
  }

  async #run(call: string, { transport, now, test }: Wanted): Promise<Met> {
    const { page, member } = this.#options;
    const pages = [{ page, clients: this.#options.clients() }, ...(await this.#whoIsHere(call))];
    const clients = pages.reduce((sum, one) => sum + one.clients, 0);
    const shares = sharesOf(pages);
    const join: Note = { note: 'join', call, shares, transport, clients, now, test: test(clients) };
    this.#enter('connecting');
    const others = pages.slice(1).map((one) => one.page);
    const ready = this.#untilReady(others);
    ready.catch(() => {}); // when this page fails first, nobody waits for the others any more
    if (others.length > 0) this.#room?.say(join);
    await this.#prepare(join, shares[page]!);
    await ready;
    this.#room?.say({ note: 'go', call });
    await this.#room?.close();
    this.#enter('running');
    const reported = member.report();
    member.begin();
    const own = await reported;
    this.#enter('collecting');
    const { reports, error } = await this.#collect(call, others);
    const clientsHere = shares[page]!.length;
    return { reports: [own, ...reports], died: [], error, members: pages.length, clients, clientsHere };
  }

  async #whoIsHere(call: string): Promise<{ page: string; clients: number }[]> {
    if (this.#room === null) return [];
    this.#enter('calling');
    await this.#room.open();
    const here = new Map<string, number>();
    this.#hearAnswer = (note) => {
      if (note.note === 'here' && note.page !== this.#options.page && isShare(note.clients)) {
        here.set(note.page, note.clients);
      }
    };
    this.#room.say({ note: 'call', call });
    await this.#wait(HERE_MS);
    return [...here].map(([page, clients]) => ({ page, clients }));
  }

  async #untilReady(pages: readonly string[]): Promise<void> {
    const waiting = new Set(pages);
    if (waiting.size === 0) return;
    let failed: string | null = null;
    await this.#heard(READY_MS, (note) => {
      if (note.note === 'ready' && waiting.delete(note.page)) failed ??= note.error;
      return waiting.size === 0 || failed !== null;
    });
    if (failed !== null) throw new Error(`Another page cannot take part: ${failed}`);
    if (waiting.size > 0) throw new Error(`${waiting.size} of the other pages did not get ready in time.`);
  }

  /** The others' reports, and why some are not there. */
  async #collect(call: string, pages: readonly string[]): Promise<Pick<Met, 'reports' | 'error'>> {
    const reports = new Map<string, MemberReport>();
    if (pages.length === 0) return { reports: [], error: null };
    const parts = new ReportParts();
    let error: string | null = null;
    await this.#room!.open();
    const missing = () => pages.filter((page) => !reports.has(page));
    for (let waited = 0; waited < COLLECT_LIMIT_MS && missing().length > 0; waited += COLLECT_MS) {
      this.#room!.say({ note: 'collect', call, pages: missing() });
      await this.#heard(COLLECT_MS, (note) => {
        if (note.note !== 'report' || !missing().includes(note.page)) return false;
        try {
          const report = parts.take(note);
          if (report !== null) reports.set(note.page, report);
        } catch {
          error = 'a page sent a report that cannot be read';
        }
        return missing().length === 0;
      });
    }
    const silent = missing().length;
    if (silent > 0) error ??= `${silent} of the other pages did not report`;
    return { reports: [...reports.values()], error };
  }

  /** What this page does for a test that another page calls for. */
  async #hear(note: Note): Promise<void> {
    const { page, clients } = this.#options;
    const current = note.call === this.#call?.id ? this.#call : null;
    if (current?.own) this.#hearAnswer(note);
    if (note.note === 'call' && this.#call === null) {
      this.#room?.say({ note: 'here', call: note.call, page, clients: clients() });
    } else if (note.note === 'join' && this.#call === null && isOwnShare(note.shares?.[page], clients())) {
      await this.#takePart(note, note.shares[page]!);
    } else if (note.note === 'go' && current?.own === false) {
      this.#enter('running');
      await this.#room?.close();
      if (this.#call === current) current.begin?.();
    } else if (note.note === 'collect' && note.call === this.#kept?.call && note.pages?.includes(page)) {
      for (const part of reportNotes(note.call, page, this.#kept.report)) this.#room?.say(part);
    }
  }

  async #takePart(join: Note & { note: 'join' }, clientIds: number[]): Promise<void> {
    const { member, page } = this.#options;
    const { call } = join;
    const following: Call = { id: call, own: false };
    this.#call = following;
    this.#enter('connecting');
    try {
      await this.#prepare(join, clientIds);
      const reported = member.report(); // which ends by itself when the caller never begins
      // A start that is published reaches this page's clients by itself.
      if (join.test.start === 'told') following.begin = () => member.begin();
      this.#room?.say({ note: 'ready', call, page, error: null });
      this.#kept = { call, report: await reported };
    } catch (error) {
      this.#room?.say({ note: 'ready', call, page, error: reasonOf(error) });
    }
    await this.#free();
  }

  async #prepare(join: Note & { note: 'join' }, clientIds: number[]): Promise<void> {
    await this.#options.member.connect(connectRequest(join, clientIds));
    await this.#options.member.prepare(join.test);
  }

  /** Ends this page's part in the test, and listens for the next call. */
  async #free(): Promise<void> {
    await this.#options.member.disconnect();
    await this.#room?.open().catch(() => {}); // the next call says why
    this.#call = null;
    this.#enter('idle');
  }

  /** Resolves when `isLast` says so of a note, at most after `ms`. */
  #heard(ms: number, isLast: (note: Note) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.clock.setTimer(resolve, ms);
      this.#hearAnswer = (note) => {
        if (!isLast(note)) return;
        this.#options.clock.clearTimer(timer);
        resolve();
      };
    });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.setTimer(resolve, ms));
  }

  #enter(state: MeetingState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

const MOST_CLIENTS = 500;

function isShare(clients: unknown): boolean {
  return Number.isInteger(clients) && (clients as number) >= 1 && (clients as number) <= MOST_CLIENTS;
}

/** Whether a caller asks no more of this page than it offered. */
function isOwnShare(ids: unknown, offered: number): ids is number[] {
  return Array.isArray(ids) && ids.length === offered && ids.every((id) => Number.isInteger(id) && id >= 1);
}
