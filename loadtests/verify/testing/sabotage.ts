/** Ways to sabotage a fake app that several saboteurs have in common. */
import type { Counts } from '../../../protocol/control.ts';
import type { Reply } from '../../../protocol/socket.ts';
import type { Counted, Hops, RefusalCode, Refused, Relayed } from '../../../protocol/verbs.ts';
import type { Body } from '../sending-round.ts';
import type { Event, Sabotage } from './fake-server.ts';

/** Per check: what is done to the app, and what the sentence of the failure must say. */
export type Saboteur = [check: string, how: string, sabotage: Sabotage, says: RegExp];

/** Changes the events named `event` on their way to clients; `change` gives what goes on instead. */
export const changing = (event: string, change: (data: never, nth: number) => unknown[]): Sabotage => ({
  down: (sent, nth) =>
    sent.event === event ? change(sent.data as never, nth).map((data) => ({ event, data })) : [sent],
});

/** Changes what is relayed by `verb`. */
export const relaying = (
  verb: string,
  change: (relayed: { body: Body; hops: Hops }, nth: number) => unknown[],
): Sabotage => changing(verb, change as (data: never, nth: number) => unknown[]);

/** Changes the bodies that are echoed. */
export const echoing = (change: (body: never) => unknown): Sabotage =>
  changing('echo', ({ body, hops }: Relayed) => [{ body: change(body as never), hops }]);

/** Refuses what it must, with another code. */
export const miscoded = (code: RefusalCode): Sabotage => ({
  ...changing('refused', (refused: Refused) => [refused.code === code ? { ...refused, code: 'oops' } : refused]),
  reply: (reply) => (reply.ok || reply.code !== code ? reply : { ...reply, code: 'oops' }),
});

/** Changes the replies to requests of this name that are ok. */
export const replying = (event: string, change: (reply: Reply & { ok: true }) => object): Sabotage => ({
  reply: (reply, asked) => (reply.ok && asked === event ? { ...reply, ...change(reply) } : reply),
});

/** Counts one thing more of `verb` than there was. */
export const miscounting = (verb: Counted, list: 'received' | 'sent'): Sabotage => ({
  control: {
    counts: (counts) => {
      const { received, sent } = counts.verbs[verb];
      if (received.length === 0) return counts;
      const changed = { received: [...received], sent: [...sent] };
      changed[list][0]! += 1;
      return { ...counts, verbs: { ...counts.verbs, [verb]: changed } };
    },
  },
});

export const countsChanged = (change: (counts: Counts) => Partial<Counts>): Sabotage => ({
  control: { counts: (counts) => ({ ...counts, ...change(counts) }) },
});

/** The bodies of one sender to one client in pairs, the second before the first. */
export function swapping(verb: string): Sabotage {
  const held = new Map<string, Event>();
  return {
    down: (sent, nth) => {
      if (sent.event !== verb) return [sent];
      const pair = `${nth} ${(sent.data as { body: Body }).body.from}`;
      const first = held.get(pair);
      held.delete(pair);
      if (first !== undefined) return [sent, first];
      held.set(pair, sent);
      return [];
    },
  };
}

/** Dies of an event of this name whose data is as `when` says. */
export const killedBy = (event: string, when: (data: unknown) => boolean = () => true): Sabotage => ({
  up: (sent, kill) => {
    if (sent.event === event && when(sent.data)) kill();
    return [sent];
  },
});

/** Fields inside a `__proto__` become fields of the data, as with a careless merge. */
export function merged(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, '__proto__')) return data;
  return Object.getOwnPropertyDescriptor(data, '__proto__')!.value;
}
