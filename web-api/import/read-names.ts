/** Reads names that people wrote: of frameworks, transports and files. */
import { createHash } from 'node:crypto';
import type { Transport } from '../../metrics/transports.ts';

/** What a name is reduced to before it is looked up: lower case letters and digits only. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What transports are called, in {@link letters}, without a plural's `s` at the end. */
const TRANSPORT_NAMES = new Map<string, Transport>([
  ['websocket', 'websocket'],
  ['ws', 'websocket'],
  ['wspolling', 'ws-polling'],
  ['wsp', 'ws-polling'],
  ['longpolling', 'long-polling'],
  ['lp', 'long-polling'],
  ['httpstreaming', 'http-streaming'],
  ['stream', 'http-streaming'],
  ['serversentevent', 'sse'],
  ['sse', 'sse'],
  ['polling', 'polling'],
]);

/** A longer text is no name, and is not looked at beyond this. */
const MAX_NAME = 400;

/** The transport that `text` is the name of, with nothing else in it; null when it is none. */
function transportCalled(text: string): Transport | null {
  return TRANSPORT_NAMES.get(letters(text).replace(/(socket|event)s$/, '$1')) ?? null;
}

/**
 * Where a word may end among letters and digits: where digits begin or end, and where the case turns. Capitals before small
 * letters may end before their last one (`HTTP|Stream`) or behind it (`WSP|vs`): both count. One capital may end a name before
 * the three letters of a transport (`ShoutR|SSE`); before two they are too often another word (`OnAWS`).
 */
const TURNS =
  /(?<=[a-z][A-Z])(?=SSE|WSP)|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Z]{2})(?=[a-z])|(?<=\d)(?=[a-zA-Z])|(?<=[a-zA-Z])(?=\d)/;

/** The longest name of a transport has this many pieces, between spaces, hyphens and {@link TURNS}: `Server SENT Events`. */
const MOST_PIECES = 4;

/** The transport that the first of `pieces` begin to name, and of how many that name is; the longest: `WS Polling` is not `WS`. */
function transportAt(pieces: string[]): { transport: Transport; length: number } | null {
  for (let length = Math.min(MOST_PIECES, pieces.length); length > 0; length--) {
    const transport = transportCalled(pieces.slice(0, length).join(''));
    if (transport) return { transport, length };
  }
  return null;
}

/** The transports that the words of `text` name, each once, whatever other words stand between them. */
function transportsIn(text: string): Set<Transport> {
  const found = new Set<Transport>();
  // What else stands between words, such as a comma, ends a name: `websockets, polling` are two.
  for (const phrase of text.slice(0, MAX_NAME).split(/[^a-zA-Z0-9\s_-]+/)) {
    const pieces = phrase.split(/[\s_-]+/).flatMap((word) => word.split(TURNS));
    for (let at = 0; at < pieces.length; ) {
      const named = transportAt(pieces.slice(at, at + MOST_PIECES));
      if (named) found.add(named.transport);
      at += named?.length ?? 1;
    }
  }
  return found;
}

/** `text` with a space behind each of the names in it. */
function separated(text: string, names: readonly string[]): string {
  let spaced = text;
  for (const name of new Set(names)) spaced = spaced.replaceAll(name, `${name} `);
  return spaced.slice(0, MAX_NAME);
}

/**
 * The transport that a text such as `Websockets`, `Server Sent Events` or `polling.json` names in whole words; null when it names
 * none, or several, as a file may that mixes them.
 * @param known names of frameworks, each of which is a word of its own: `ShoutRSSE` is `ShoutR` and `SSE`
 */
export function transportNamed(text: string, known: readonly string[] = []): Transport | null {
  const name = text.slice(0, MAX_NAME).replace(/\.[a-z0-9]{1,5}$/i, '');
  const [transport, ...others] = transportsIn(separated(name, known));
  return transport === undefined || others.length > 0 ? null : transport;
}

export function hashOf(...parts: string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, 12);
}

/** `text` as part of an id: lower case letters, digits, `.` and `-`, at most `length` of them. */
export function slug(text: string, length: number): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, length)
    .replace(/^[-.]+|[-.]+$/g, '');
  return plain || `x${hashOf(text)}`;
}

/**
 * The framework that a file's `Framework` names. A transport at its end, such as ` WSP` or ` Server Sent Events`, is no part of the
 * name: it says how that framework's clients were connected.
 */
export function frameworkNamed(name: string): { id: string; label: string; transport: Transport | null } {
  const words = name.trim().slice(0, MAX_NAME).split(/\s+/);
  // The longest name of a transport has three words, and one word at least is the framework's.
  for (let first = Math.max(1, words.length - 3); first < words.length; first++) {
    const transport = transportCalled(words.slice(first).join(''));
    if (transport && transportCalled(words.join('')) === null)
      return { ...calledAs(words.slice(0, first).join(' ')), transport };
  }
  return { ...calledAs(words.join(' ')), transport: null };
}

const calledAs = (label: string) => ({ id: slug(label, 64), label });
