/** Reads names that people wrote: of frameworks, transports and files. */
import { createHash } from 'node:crypto';
import type { Transport } from '../../protocol/transports.ts';

/** What a name is reduced to before it is looked up: lower case letters and digits only. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Longer words first: `wspolling` holds `polling`, `xhrstreaming` holds `streaming`. */
const TRANSPORT_WORDS: [word: string, transport: Transport][] = [
  ['wspolling', 'ws-polling'],
  ['websocketpolling', 'ws-polling'],
  ['longpolling', 'long-polling'],
  ['xhrpolling', 'long-polling'],
  ['xhrstreaming', 'http-streaming'],
  ['httpstreaming', 'http-streaming'],
  ['serversentevent', 'sse'],
  ['eventsource', 'sse'],
  ['websocket', 'websocket'],
  ['streaming', 'http-streaming'],
  ['polling', 'polling'],
];

/** Short words count only when they are all there is. */
const TRANSPORT_ABBREVIATIONS: Record<string, Transport> = {
  ws: 'websocket',
  sse: 'sse',
  lp: 'long-polling',
  wsp: 'ws-polling',
};

/** The transport that a text such as `Websockets`, `Server Sent Events` or `polling.json` names; null when none. */
export function transportNamed(text: string): Transport | null {
  const name = letters(text.replace(/\.[^.]*$/, ''));
  const word = TRANSPORT_WORDS.find(([word]) => name.includes(word));
  return word?.[1] ?? (Object.hasOwn(TRANSPORT_ABBREVIATIONS, name) ? TRANSPORT_ABBREVIATIONS[name]! : null);
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
 * The framework that a file's `Framework` names. A trailing ` WSP` is no part of the name: it says that WebSockets were
 * used for polling.
 */
export function frameworkNamed(name: string): { id: string; label: string; transport: Transport | null } {
  const [, label = '', mark] = /^(.*?)(\s+WSP)?$/s.exec(name.trim()) ?? [];
  return { id: slug(label, 64), label: label.slice(0, 400), transport: mark ? 'ws-polling' : null };
}
