/** Reads names that people wrote: of frameworks, transports and files. */
import { createHash } from 'node:crypto';
import type { Transport } from '../../protocol/transports.ts';

/** What a name is reduced to before it is looked up: lower case letters and digits only. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Longer words first: `wspolling` holds `polling`, `xhrstreaming` holds `streaming`. */
const TRANSPORT_WORDS: [word: string, transport: Transport][] = [
  ['wspolling', 'ws-polling'],
  ['websocketpolling', 'ws-polling'],
  ['websocketspolling', 'ws-polling'],
  ['longpolling', 'long-polling'],
  ['xhrpolling', 'long-polling'],
  ['xhrstreaming', 'http-streaming'],
  ['httpstreaming', 'http-streaming'],
  ['serversentevent', 'sse'],
  ['eventsource', 'sse'],
  ['websocket', 'websocket'],
  ['streaming', 'http-streaming'],
  ['stream', 'http-streaming'],
  ['polling', 'polling'],
];

/** Short words count only when they are all there is. */
const TRANSPORT_ABBREVIATIONS: Record<string, Transport> = {
  ws: 'websocket',
  sse: 'sse',
  lp: 'long-polling',
  wsp: 'ws-polling',
};

const abbreviated = (name: string): Transport | null =>
  Object.hasOwn(TRANSPORT_ABBREVIATIONS, name) ? TRANSPORT_ABBREVIATIONS[name]! : null;

/**
 * The transport that a text such as `Websockets`, `Server Sent Events` or `polling.json` names; null when it names none, or
 * several, as a file does that mixes them.
 */
export function transportNamed(text: string): Transport | null {
  const words = text.replace(/\.[^.]*$/, '').toLowerCase();
  const name = letters(words);
  const named = new Set<Transport>();
  let rest = name;
  for (const [word, transport] of TRANSPORT_WORDS) {
    const without = rest.replaceAll(word, ' ');
    if (without !== rest) named.add(transport);
    rest = without;
  }
  return named.size === 0 ? abbreviated(name) : named.size === 1 ? [...named][0]! : null;
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

/** The transport that `text` is the name of, with nothing else in it; null when it is none. */
function transportCalled(text: string): Transport | null {
  const name = letters(text).replace(/(socket|event)s$/, '$1');
  return abbreviated(name) ?? TRANSPORT_WORDS.find(([word]) => word === name)?.[1] ?? null;
}

/** The longest name of a transport has three words: `Server Sent Events`. */
const MARK_WORDS = 3;

/**
 * The framework that a file's `Framework` names. A transport at its end, such as ` WSP`, ` SSE` or ` (Long-Polling)`, is no part
 * of the name: it says how that framework's clients were connected.
 */
export function frameworkNamed(name: string): { id: string; label: string; transport: Transport | null } {
  const words = name.trim().split(/\s+/);
  for (let marks = Math.min(MARK_WORDS, words.length - 1); marks > 0; marks--) {
    const transport = transportCalled(words.slice(-marks).join(' '));
    if (transport) return { ...calledAs(words.slice(0, -marks).join(' ')), transport };
  }
  return { ...calledAs(name.trim()), transport: null };
}

const calledAs = (label: string) => ({ id: slug(label, 64), label: label.slice(0, 400) });
