/**
 * The recorded conversations with an auction house (`vectors/`, described in the README here): reads them, writes their
 * abbreviations out, and compares what a house said with what it must say.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** The result that a request must have. */
export type Expected =
  | { granted: true | Record<string, unknown> }
  | { refused: string; field?: string | null; reason?: string };

/** One request over the connection `from`; null: the step counts `outcomes`. */
export interface Ask {
  from: string;
  /** The network address of the connection, where this request opens it. */
  address?: string;
  request: string;
  data: unknown;
  expected: Expected | null;
}

/** Requests that are made at once, after the clock has been set or a connection has been ended. */
export interface Step {
  /** The clock's time, ms after the beginning; absent: as before. */
  at?: number;
  /** The house is closed and opened again on its database; all connections have ended. */
  restart?: true;
  disconnect?: string;
  asks: Ask[];
  /** The number of requests that were granted (`ok`), and refused with each code. */
  outcomes?: Record<string, number>;
}

export interface Told {
  event: string;
  data?: unknown;
}

export interface Conversation {
  topic: string;
  name: string;
  why: string;
  /** Users that there are beforehand, each logged in over a connection of that name. */
  users: string[];
  steps: Step[];
  /** Every event that everybody is told, in order; null: not looked at. */
  told: Told[] | null;
  /** It asks for a house of its own whose clock and addresses the player sets; or for what not every client can send. */
  kitsOnly: boolean;
}

/** The password of {@link Conversation.users}. */
export const PASSWORD = 'correct horse battery';

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any;

const FOLDER = new URL('vectors/', import.meta.url);

/** All conversations, in the order of their files. */
export function readConversations(): Conversation[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => {
      const recorded = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Json[];
      return recorded.map((one) => conversationOf(file.replace('.json', ''), one));
    });
}

function conversationOf(
  topic: string,
  { name, why, users = [], steps, told = null, kits = false }: Json,
): Conversation {
  const ofKits = (step: Json): boolean => ['at', 'address', 'restart'].some((key) => Object.hasOwn(step, key));
  return {
    ...{ topic, name, why, users, kitsOnly: kits || steps.some(ofKits) },
    steps: steps.map((step: Json) => ({ ...step, asks: asksOf(step) })),
    told: told && written(told, 1),
  };
}

function asksOf(step: Json): Ask[] {
  if (step.together !== undefined) return step.together.flatMap(asksOf);
  if (step.request === undefined) return [];
  const times = Array.from({ length: step.times ?? 1 }, (_, index) => index + 1);
  return times.flatMap((n) =>
    variantsOf(step).map(({ data, field }) => ({
      from: written(step.from, n) as string,
      ...(step.address === undefined ? {} : { address: step.address }),
      request: written(step.request, n) as string,
      data: written(data, n),
      expected: step.outcomes === undefined ? expectedOf(step, field) : null,
    })),
  );
}

/** The data of each request of a step, and the field that was put into it. */
function variantsOf({ data = {}, each, eachData }: Json): { data: unknown; field?: string }[] {
  if (eachData !== undefined) return eachData.map((whole: unknown) => ({ data: whole }));
  if (each === undefined) return [{ data }];
  return Object.entries<Json[]>(each).flatMap(([field, values]) =>
    values.map((value) => {
      const { [field]: _, ...others } = data;
      return { data: value?.$missing ? others : { ...others, [field]: value }, field };
    }),
  );
}

function expectedOf({ granted, refused, field, reason }: Json, varied?: string): Expected {
  if (refused === undefined) return { granted: granted === true ? true : (written(granted, 1) as object as Json) };
  return { refused, field: field === undefined ? (varied ?? null) : field, reason };
}

/** Writes out `{n}` in texts and `{"$repeat": [text, times]}`. */
function written(value: Json, n: number): unknown {
  if (typeof value === 'string') return value.replaceAll('{n}', String(n));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => written(entry, n));
  if (Array.isArray(value.$repeat)) return value.$repeat[0].repeat(value.$repeat[1]);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, written(entry, n)]));
}

/** The house on which a conversation is played, where it is not a new one of its own. */
export interface Ground {
  /** The player's clock, ms since 1970. */
  now(): number;
  /** The most by which a time of the house may differ from the player's, ms. */
  toleranceMs: number;
  /** The house's revision when the conversation began. */
  revision: number;
  /** By the number that the conversation calls an item: the house's own number. Others are as they are. */
  ids: ReadonlyMap<number, number>;
}

const TOKEN = /^[\w-]{43}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Sentences for people. A request of unknown name is a mistake of programs. */
const SENTENCE = /^[A-Z].*\.$|^no such request$/s;

/** Compares what one conversation expects with what comes, and remembers the tokens in it. */
export class Comparison {
  readonly #tokens = new Map<string, string>();

  constructor(private readonly ground: Ground) {}

  /** `data` as it is sent: with tokens that have come, and the house's numbers of items. */
  toSend(data: Json): unknown {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
    const fields = Object.entries<Json>(data).map(([key, value]) => {
      if (key === 'itemId') return [key, this.ground.ids.get(value) ?? value];
      return [key, value?.$token === undefined ? value : this.#tokens.get(value.$token)];
    });
    return Object.fromEntries(fields);
  }

  /** The problem of a reply, or null. */
  reply(expected: Expected, reply: unknown): string | null {
    if ('granted' in expected) {
      if (expected.granted !== true) return this.value({ ok: true, ...expected.granted }, reply, 'reply');
      return (reply as Json)?.ok === true ? null : `reply must be granted, but is ${JSON.stringify(reply)}`;
    }
    const { refused: code, field, reason = { $sentence: true } } = expected;
    return this.value({ ok: false, code, reason, ...(field ? { field } : {}) }, reply, 'reply');
  }

  /** The problem of `actual`, or null. @param path its name in messages */
  value(expected: Json, actual: Json, path: string): string | null {
    const wrong = `${path} must be ${JSON.stringify(expected)}, but is ${JSON.stringify(actual)}`;
    if (typeof expected !== 'object' || expected === null) {
      const number = this.#number(expected, path.slice(path.lastIndexOf('.') + 1));
      return Object.is(number, actual) ? null : wrong;
    }
    if (expected.$sentence) return SENTENCE.test(actual) ? null : wrong;
    if (expected.$token !== undefined) return this.#token(expected.$token, actual) ? null : wrong;
    if (expected.$ms !== undefined) return this.#time(expected.$ms, actual) ? null : wrong;
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected))
      return wrong;
    const [keys, others] = [Object.keys(expected).sort(), Object.keys(actual).sort()];
    if (keys.join() !== others.join()) return `${path} must have the fields ${keys}, but has ${others}`;
    for (const key of keys) {
      const fault = this.value(expected[key], actual[key], `${path}.${key}`);
      if (fault !== null) return fault;
    }
    return null;
  }

  /** The problem of the events that were told, or null. */
  told(expected: readonly Told[], told: readonly Told[]): string | null {
    const names = (list: readonly Told[]): string => list.map(({ event }) => event).join(', ') || 'nothing';
    if (names(expected) !== names(told)) return `told must be: ${names(expected)}; but it is: ${names(told)}`;
    for (const [index, { event, data }] of expected.entries()) {
      const fault = data === undefined ? null : this.value(data, told[index]!.data, `${event} (event ${index + 1})`);
      if (fault !== null) return fault;
    }
    return null;
  }

  #number(expected: Json, field: string): unknown {
    if (field === 'revision') return this.ground.revision + expected;
    return field === 'id' || field === 'itemId' ? (this.ground.ids.get(expected) ?? expected) : expected;
  }

  #token(name: string, actual: Json): boolean {
    const known = this.#tokens.get(name);
    if (known !== undefined) return actual === known;
    if (!TOKEN.test(actual) || [...this.#tokens.values()].includes(actual)) return false;
    this.#tokens.set(name, actual);
    return true;
  }

  #time(ms: number, actual: Json): boolean {
    const { now, toleranceMs } = this.ground;
    return TIME.test(actual) && Math.abs(Date.parse(actual) - now() - ms) <= toleranceMs;
  }
}
