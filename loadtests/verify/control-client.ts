/** The control paths of a server, as the suite asks them: an answer that is not as specified is a failure. */
import { CONTROL_PATHS, type Counts, type VerbCounts } from '../../protocol/control.ts';
import { COUNTED } from '../../protocol/verbs.ts';
import type { Control } from '../../setup/apps/places/server-process.ts';
import { demand, fail, show } from './demand.ts';
import { type Answer, ask, type OpenRequest, open, type Question } from './http.ts';

export class ControlClient {
  constructor(
    readonly control: Control,
    readonly deadlineMs: number,
  ) {}

  get #token(): Record<string, string> {
    return { authorization: `Bearer ${this.control.token}` };
  }

  /** Asks with the token; `question.headers` can take its place. */
  ask(question: Question): Promise<Answer> {
    const headers = { ...this.#token, ...question.headers };
    return ask(this.control.url, { ...question, headers }, this.deadlineMs);
  }

  async begin(begin: unknown): Promise<void> {
    const body = JSON.stringify(begin);
    const { clock } = (await this.#json({ method: 'POST', path: CONTROL_PATHS.begin, body })) as { clock: number };
    demand(Number.isFinite(clock), () => `begin must be answered {"clock": ms}, but the clock is ${show(clock)}`);
  }

  async counts(): Promise<Counts> {
    const counts = (await this.#json({ method: 'GET', path: CONTROL_PATHS.counts })) as Counts;
    demandShape(counts);
    return counts;
  }

  /** The server's clock, ms. */
  async clock(): Promise<number> {
    const { clock } = (await this.#json({ method: 'GET', path: CONTROL_PATHS.clock })) as { clock: number };
    demand(Number.isFinite(clock), () => `the clock must be a number of ms, but is ${show(clock)}`);
    return clock;
  }

  /** Opens a feed to everybody, or to who joined as `to`. */
  feed(to: string | null = null, deadlineMs = this.deadlineMs): OpenRequest {
    const path = `${CONTROL_PATHS.feed}${to === null ? '' : `?to=${encodeURIComponent(to)}`}`;
    return open(this.control.url, { method: 'POST', path, headers: this.#token }, deadlineMs);
  }

  async #json(question: Question): Promise<unknown> {
    const answer = await this.ask(question);
    const what = `${question.method} ${question.path}`;
    demand(answer.status === 200, () => `${what} must be answered 200, but was with ${describe(answer)}`);
    return jsonOf(answer, what);
  }
}

const describe = ({ status, body }: Answer): string => `${status} and ${show(body)}`;

/** The JSON of an answer; failing that, a failure. */
export function jsonOf(answer: Answer, what: string): unknown {
  demand(
    /^application\/json\b/.test(answer.type),
    () => `${what} must be answered in JSON, but is ${show(answer.type)}`,
  );
  try {
    return JSON.parse(answer.body);
  } catch {
    return fail(`${what} must be answered in JSON, but the answer is ${show(answer.body)}`);
  }
}

/** Demands that `answer` says no: this status, and why, for programs and for people. */
export function demandRefused(answer: Answer, status: number, what: string, code?: string): { reason: string } {
  demand(answer.status === status, () => `${what} must be answered ${status}, but was with ${describe(answer)}`);
  const refusal = jsonOf(answer, what) as { code: string; reason: string };
  const readable = typeof refusal.reason === 'string' && refusal.reason.includes(' ');
  demand(
    typeof refusal.code === 'string' && readable,
    () => `${what} must be answered {"code", "reason"} with a sentence, but the answer is ${show(refusal)}`,
  );
  demand(
    code === undefined || refusal.code === code,
    () => `${what} must be answered with the code "${code}", but the answer is ${show(refusal)}`,
  );
  return refusal;
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

/** Lists of one length that end with the bucket of the last event. */
function isSeries({ received, sent }: VerbCounts): boolean {
  if (!Array.isArray(received) || !Array.isArray(sent) || received.length !== sent.length) return false;
  const end = received.length - 1;
  return [...received, ...sent].every(isCount) && (end < 0 || received[end]! > 0 || sent[end]! > 0);
}

function demandShape(counts: Counts): void {
  const { clock, startedAt, bucketMs, connections, refused, verbs } = counts;
  const whole = isCount(bucketMs) && isCount(connections) && isCount(refused);
  const times = Number.isFinite(clock) && (startedAt === null || Number.isFinite(startedAt));
  demand(
    whole && times && typeof verbs === 'object',
    () => `the counts must be as specified, but are ${show(counts, 400)}`,
  );
  for (const verb of COUNTED) {
    demand(
      verbs[verb] != null && isSeries(verbs[verb]),
      () => `the counts of ${verb} must be two lists up to the bucket of its last event, but are ${show(verbs[verb])}`,
    );
  }
}
