/** What a client sent, for the report of a check that fails. */
import type { Socket } from '../../protocol/socket.ts';
import { show } from './demand.ts';

export interface Said {
  event: string;
  data: unknown;
}

const SHOWN_CHARACTERS = 100;

/** `socket`, which adds what is sent over it to `sent`. */
export function recorded(socket: Socket, sent: Said[]): Socket {
  return new Proxy(socket, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (name === 'emit' || name === 'request') sent.push({ event: String(given[0]), data: given[1] });
        if (name === 'raw') sent.push({ event: 'text', data: given[0] });
        return value.apply(target, given);
      };
    },
  });
}

/** One line: how many there were, and the last of them. */
export function summarize(who: string, did: 'sent' | 'got', all: readonly Said[]): string {
  const last = all.at(-1);
  if (last === undefined) return `${who} ${did} nothing`;
  return `${who} ${did} ${all.length}, the last: ${show(last.event, SHOWN_CHARACTERS)} ${show(last.data, SHOWN_CHARACTERS)}`;
}
