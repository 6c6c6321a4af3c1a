/** Apps that break a rule, so that the suite's own tests can see that a check fails: each is a fake app that is sabotaged. */
import type { Counts } from '../../protocol/control.ts';
import type { Back, Reply, Transport } from '../../protocol/socket.ts';
import type { Counted, RefusalCode, Refused, Relayed } from '../../protocol/verbs.ts';

/** The name of the fault, the sabotage that makes it, and what the sentence of the failure must say. */
export type Saboteur = [how: string, sabotage: Sabotage, says: RegExp];

export interface Event {
  event: string;
  data: unknown;
}

/** The faults that the control of a fake can have. Each function gets what an honest one would pass on. */
interface ControlSabotage {
  /** Tells whether a request with these headers is admitted; honest is whether the token is right. */
  admits?(authorization: string, honest: boolean): boolean;
  /** There is control without a token too. */
  withoutToken?: boolean;
  counts?(counts: Counts): Counts;
  clock?(honest: number): number;
  /** The JSON that begin is given. */
  begin?(asked: unknown): unknown;
  /** The status of an answer. */
  status?(honest: number): number;
  /** A line of a feed; undefined: it is skipped. */
  line?(text: string): string | undefined;
  /** Lines are taken when the feed has ended, not as they come. */
  feedsAtEnd?: boolean;
  /** A feed goes to everybody, not to its addressee. */
  feedsAll?: boolean;
}

/** The faults that a client can have that is to come back. */
interface ReturnSabotage {
  /** It does not say that its connection is lost. */
  silent?: boolean;
  /** It does not try again. */
  staysAway?: boolean;
  /** The number of times that its handlers are set on the next connection; honest is once. */
  handlers?: number;
  /** The way in which it says that it is back. */
  says?: Back;
  /** It tries again after it was closed. */
  goesOn?: boolean;
  /** It says that it has ended when its connection is lost. */
  ends?: boolean;
  /** The transport that it is back over. */
  over?: Transport;
}

/** The faults that a fake can have. Each function gets what an honest one would pass on. */
export interface Sabotage {
  adapterId?: string;
  /** `socket.transport`, given how many events the client has had. */
  transport?(asked: Transport, events: number): Transport;
  /** The transport that it is on where the framework was to choose. */
  chooses?: Transport;
  connectsToAnything?: boolean;
  connectHangs?: boolean;
  /** `socket.substitute` and `socket.notice`; honest is null. */
  substitute?: string;
  notice?: string;
  closesTwice?: boolean;
  /** The server's end of a connection stays when the client has closed its own. */
  lingers?: boolean;
  /** The time until the server sees that a client has closed its connection, ms. No rule limits it. */
  seesCloseAfterMs?: number;
  /** The time until the server sees that a client has connected, ms: what the client sends waits for it. No rule limits it. */
  seesOpenAfterMs?: number;
  requestsHang?: boolean;
  /** From a client to the server. `kill` ends the server as a crash would. */
  up?(sent: Event, kill: () => void): Event[];
  /** From the server to the client that was the `nth` to connect, counted from 0. */
  down?(sent: Event, nth: number): Event[];
  /** A request to the server. */
  ask?(asked: Event): Event;
  reply?(reply: Reply, event: string): Reply;
  control?: ControlSabotage;
  comesBack?: ReturnSabotage;
  /** The handling of text that is no event; honest is to refuse it. `leak` ends the connection and counts it on. */
  broken?(kill: () => void): 'refuse' | 'ignore' | 'leak';
  /** The status of a path; null for the honest one. */
  http?(path: string, method: string): number | null;
  /** The methods that a 405 says are allowed. */
  allow?: string;
  /** The server is not told that a connection has died. */
  forgetsDead?: boolean;
  /** Names stay when their connections end. */
  keepsNames?: boolean;
  endsWith?: string;
  leavesClientsWaiting?: boolean;
  /** NaN is a number to its parser, and to its writer. */
  takesNaN?: boolean;
  /** An event whose name is no text is an echo. */
  mendsNames?: boolean;
  /** The header line that says how it compresses. */
  compression?: string;
  /** A feed does not wait for who takes nothing. */
  runsAhead?: boolean;
  /** It takes `msEach` to answer how many events it has counted; after `asked` such questions a feed does not wait any more. */
  patience?: { asked: number; msEach: number };
  /** Drops what it says to a client that is more than these characters behind. */
  dropsBehind?: number;
  /** Says nothing to anybody while one client takes nothing. */
  waitsForSlowest?: boolean;
  /** The connections that it lets wait. */
  backlog?: number;
}

/** Changes the events named `event` on their way to clients; `change` gives what goes on instead. */
export const changing = (event: string, change: (data: never, nth: number) => unknown[]): Sabotage => ({
  down: (sent, nth) =>
    sent.event === event ? change(sent.data as never, nth).map((data) => ({ event, data })) : [sent],
});

/** Changes what is relayed by `verb`. */
export const relaying = (verb: string, change: (relayed: Relayed, nth: number) => unknown[]): Sabotage =>
  changing(verb, change as (data: never, nth: number) => unknown[]);

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
      const pair = `${nth} ${(sent.data as { body: { from: string } }).body.from}`;
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
