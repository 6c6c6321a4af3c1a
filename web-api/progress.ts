/** The running session's progress: the runner posts it, pages follow it as server-sent events. */
import type { ServerResponse } from 'node:http';

/** The event that the runner posts. */
export interface ProgressEvent {
  session: string;
  /** ISO 8601. */
  at: string;
  /** The number of the run and the total (null: not known), from 1; 0 before the first. */
  run: number;
  runs: number | null;
  framework: string | null;
  transport: string | null;
  repetition: number | null;
  /** The step of the run, such as `measuring`; `finished` when its record is kept. */
  step: string;
  members?: number;
  membersUp?: number;
  clients?: number;
  clientsConnected?: number;
  /** The session has ended: what its readers are told. Nothing follows. */
  over?: string;
}

/** The state that pages get: the event with one line for people, or no session when none is running. */
export type ProgressState = (ProgressEvent & { text: string }) | { session: null; text: string };

/** Silence for this long means that the runner has ended. */
const SILENCE_MS = 60_000;
const HEARTBEAT_MS = 15_000;
/** Pages of a session that is over get this long for their last figures. */
const LAST_FIGURES_MS = 10_000;
export const MAX_FOLLOWERS = 64;

const IDLE: ProgressState = { session: null, text: '' };

function describe(event: ProgressEvent): string {
  if (event.over !== undefined) return event.over;
  const { run, runs, framework, transport, repetition, step, members, membersUp, clients, clientsConnected } = event;
  const what = framework === null ? step : `${framework} ${transport} #${repetition}: ${step}`;
  const swarm =
    members === undefined ? '' : `, ${membersUp}/${members} up, ${clientsConnected}/${clients} clients connected`;
  return `run ${run}${runs === null ? '' : ` of ${runs}`}: ${what}${swarm}`;
}

/**
 * One page's stream. Only the newest state matters, so a reader that is slow gets that one when it can take it, and
 * nothing queues up for it.
 */
class Follower {
  #waiting: string | null = null;
  #blockedSinceHeartbeat = false;

  constructor(
    private readonly response: ServerResponse,
    ended: () => void,
  ) {
    response.on('close', ended);
    response.on('error', ended);
    response.on('drain', () => {
      const frame = this.#waiting;
      this.#waiting = null;
      this.#blockedSinceHeartbeat = false;
      if (frame !== null) response.write(frame);
    });
  }

  send(state: ProgressState): void {
    const frame = `data: ${JSON.stringify(state)}\n\n`;
    if (this.response.writableNeedDrain) this.#waiting = frame;
    else this.response.write(frame);
  }

  /** Keeps proxies from closing the stream; gives up a reader that took nothing since the last one. */
  heartbeat(): void {
    if (!this.response.writableNeedDrain) this.response.write(': still here\n\n');
    else if (this.#blockedSinceHeartbeat) this.response.destroy();
    else this.#blockedSinceHeartbeat = true;
  }

  end(): void {
    this.response.end();
  }
}

export class ProgressHub {
  #state: ProgressState = IDLE;
  readonly #followers = new Set<Follower>();
  #silence: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #allLeft: (() => void) | undefined;

  get followers(): number {
    return this.#followers.size;
  }

  /** Tells all followers. The last event of a session waits for them: each leaves when it has its last figures. */
  async publish(event: ProgressEvent): Promise<void> {
    this.#show({ ...event, text: describe(event) });
    clearTimeout(this.#silence);
    if (event.over !== undefined) return this.#left();
    this.#silence = setTimeout(() => this.#show(IDLE), SILENCE_MS).unref();
  }

  /** Streams to `response` (headers sent), beginning with the last state. False when there are too many already. */
  follow(response: ServerResponse): boolean {
    if (this.#followers.size >= MAX_FOLLOWERS) return false;
    const follower = new Follower(response, () => {
      this.#followers.delete(follower);
      if (this.#followers.size > 0) return;
      this.#allLeft?.();
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    });
    this.#followers.add(follower);
    this.#heartbeat ??= setInterval(() => {
      for (const one of this.#followers) one.heartbeat();
    }, HEARTBEAT_MS).unref();
    follower.send(this.#state);
    return true;
  }

  close(): void {
    clearTimeout(this.#silence);
    clearInterval(this.#heartbeat);
    for (const follower of this.#followers) follower.end();
  }

  async #left(): Promise<void> {
    if (this.#followers.size === 0) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, LAST_FIGURES_MS).unref();
      this.#allLeft = () => {
        clearTimeout(limit);
        resolve();
      };
    });
  }

  #show(state: ProgressState): void {
    this.#state = state;
    for (const follower of this.#followers) follower.send(state);
  }
}
