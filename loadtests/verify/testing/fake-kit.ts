/** An honest server half of the load test, for the suite's own tests: as protocol/README.md says, in as few lines as will do. */
import type { Begin, Counts } from '../../../protocol/control.ts';
import type { Reply } from '../../../protocol/socket.ts';
import {
  type Asked,
  BODY_DEPTH_LIMIT,
  BODY_LIMIT_BYTES,
  COUNTED,
  type Counted,
  NAME_LIMIT,
  PAYLOAD_LIMIT_BYTES,
  type RefusalCode,
} from '../../../protocol/verbs.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { filling } from '../requested-bytes.ts';

/** What was sent cannot be taken. */
export class Refusal extends Error {
  constructor(readonly code: RefusalCode) {
    super(`it was refused for ${code}`);
  }
}

function refuseIf(condition: boolean, code: RefusalCode): void {
  if (condition) throw new Refusal(code);
}

const micro = (ms: number): number => Math.round(ms * 1000) / 1000;

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Refuses what is no body. */
export function checkBody(body: unknown): void {
  refuseIf(body === undefined, 'missing-field');
  refuseIf(Buffer.byteLength(JSON.stringify(body)) > BODY_LIMIT_BYTES || depthOf(body) > BODY_DEPTH_LIMIT, 'too-large');
}

function fieldsOf(data: unknown): Record<string, unknown> {
  refuseIf(typeof data !== 'object' || data === null || Array.isArray(data), 'wrong-type');
  return Object.fromEntries(Object.entries(data as object));
}

function bodyBeside(data: unknown): unknown {
  const body = typeof data === 'object' && data !== null && 'body' in data ? data.body : null;
  if (body !== null) checkBody(body);
  return body;
}

function bodyAskedFor(data: unknown): unknown {
  const fields = fieldsOf(data);
  const [hasBody, hasBytes] = ['body', 'bytes'].map((name) => Object.hasOwn(fields, name));
  refuseIf(!hasBody && !hasBytes, 'missing-field');
  refuseIf(hasBody! && hasBytes!, 'out-of-range');
  if (hasBody) {
    checkBody(fields.body);
    return fields.body;
  }
  const bytes = fields.bytes as number;
  refuseIf(typeof bytes !== 'number', 'wrong-type');
  refuseIf(!Number.isInteger(bytes) || bytes < 0 || bytes > PAYLOAD_LIMIT_BYTES, 'out-of-range');
  return filling(bytes);
}

export class FakeKit<Connection> {
  readonly #names = new Map<Connection, string>();
  #greet: Asked | null = null;
  #counting = false;
  #counts = this.#fresh(0);

  constructor(
    readonly connections: ReadonlySet<Connection>,
    readonly send: (to: Connection, event: string, data: unknown) => void,
  ) {}

  #fresh(bucketMs: number): Counts {
    const verbs = Object.fromEntries(COUNTED.map((verb) => [verb, { received: [], sent: [] }]));
    return {
      clock: 0,
      startedAt: null,
      bucketMs,
      connections: 0,
      refused: 0,
      verbs: verbs as unknown as Counts['verbs'],
    };
  }

  #count(verb: Counted, at: number, received: number, sent: number): void {
    if (!this.#counting) return;
    this.#counts.startedAt ??= at;
    const bucket = Math.floor((at - this.#counts.startedAt) / this.#counts.bucketMs);
    const lists = this.#counts.verbs[verb];
    while (lists.received.length <= bucket) {
      lists.received.push(0);
      lists.sent.push(0);
    }
    lists.received[bucket]! += received;
    lists.sent[bucket]! += sent;
  }

  #tell(event: string, data: unknown): void {
    for (const connection of this.connections) this.send(connection, event, data);
  }

  connect(connection: Connection): void {
    if (this.#greet === null) return;
    const at = micro(now());
    this.send(connection, 'greet', { body: bodyAskedFor(this.#greet), hops: [at, at] });
    this.#count('greet', at, 0, 1);
  }

  disconnect(connection: Connection): void {
    if (this.#names.has(connection)) this.#leave(connection, null, micro(now()), 0);
  }

  #leave(connection: Connection, body: unknown, at: number, received: number): void {
    const name = this.#names.get(connection);
    this.#names.delete(connection);
    this.#count('leave', at, received, this.connections.size);
    this.#tell('left', { name, body, hops: [at, micro(now())] });
  }

  event(from: Connection, event: string, data: unknown): void {
    const at = micro(now());
    try {
      refuseIf(!['echo', 'publish', 'sink'].includes(event), 'unknown-event');
      checkBody(data);
      const relayed = { body: data, hops: [at, micro(now())] };
      if (event === 'echo') this.send(from, event, relayed);
      if (event === 'publish') this.#tell(event, relayed);
      const sent = event === 'echo' ? 1 : event === 'publish' ? this.connections.size : 0;
      this.#count(event as Counted, at, 1, sent);
    } catch (error) {
      this.refuse(from, event.length > 100 ? null : event, (error as Refusal).code);
    }
  }

  refuse(from: Connection, event: string | null, code: RefusalCode): void {
    if (this.#counting) this.#counts.refused += 1;
    this.send(from, 'refused', { event, code, reason: 'it cannot be taken' });
  }

  request(from: Connection, event: string, data: unknown): Reply {
    const at = micro(now());
    try {
      if (event === 'request') {
        const body = bodyAskedFor(data);
        this.#count('request', at, 1, 1);
        return { ok: true, body, hops: [at, micro(now())] };
      }
      if (event === 'join') return { ok: true, names: this.#join(from, data, at) };
      refuseIf(event !== 'leave', 'unknown-event');
      const body = bodyBeside(data);
      refuseIf(!this.#names.has(from), 'wrong-state');
      this.#leave(from, body, at, 1);
      return { ok: true };
    } catch (error) {
      if (this.#counting) this.#counts.refused += 1;
      return { ok: false, code: (error as Refusal).code, reason: 'it cannot be taken' };
    }
  }

  #join(from: Connection, data: unknown, at: number): string[] {
    const fields = fieldsOf(data);
    refuseIf(!Object.hasOwn(fields, 'name'), 'missing-field');
    const name = fields.name as string;
    refuseIf(typeof name !== 'string', 'wrong-type');
    refuseIf(name.length < 1 || name.length > NAME_LIMIT, 'out-of-range');
    const body = bodyBeside(fields);
    refuseIf(this.#names.has(from), 'wrong-state');
    refuseIf([...this.#names.values()].includes(name), 'name-taken');
    this.#names.set(from, name);
    this.#count('join', at, 1, this.connections.size);
    this.#tell('joined', { name, body, hops: [at, micro(now())] });
    return [...this.#names.values()];
  }

  /** What `POST /outcry/begin` is given; throws a {@link Refusal}. */
  begin(data: unknown): void {
    const fields = fieldsOf(data) as Partial<Begin>;
    refuseIf(!Object.hasOwn(fields, 'bucketMs'), 'missing-field');
    const bucketMs = fields.bucketMs!;
    refuseIf(typeof bucketMs !== 'number', 'wrong-type');
    refuseIf(!Number.isInteger(bucketMs) || bucketMs < 10 || bucketMs > 3_600_000, 'out-of-range');
    if (fields.greet != null) bodyAskedFor(fields.greet);
    this.#greet = fields.greet ?? null;
    this.#counts = this.#fresh(bucketMs);
    this.#counting = true;
  }

  counts(): Counts {
    return { ...this.#counts, clock: micro(now()), connections: this.connections.size };
  }

  /** The connection that joined as `name`. */
  named(name: string): Connection | undefined {
    return [...this.#names].find(([, its]) => its === name)?.[0];
  }

  /** One line of a feed, to `to` or to everybody; gives how many it went to. */
  feed(body: unknown, to: Connection | null): number {
    const at = micro(now());
    const targets = to === null ? [...this.connections] : [to];
    for (const target of targets) this.send(target, 'feed', { body, hops: [at, at] });
    this.#count('feed', at, 1, targets.length);
    return targets.length;
  }
}
