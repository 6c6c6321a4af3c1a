/** A fault: something bad that is done to a session on purpose, at a moment that nobody chose. */
import type { RunRecord } from '../../../protocol/run-record.ts';

/**
 * Kinds of sessions, so that a fault has something to hit: `plain` clients in workers; `fed`: a backend besides; `captured` and `proxied`:
 * with what counts bytes; `charts`: with the web API; `brokered`: a server that has a process below it; `browser`: clients in a browser.
 */
export const KINDS = ['plain', 'fed', 'captured', 'proxied', 'charts', 'brokered', 'browser'] as const;

export type Kind = (typeof KINDS)[number];

/** The folders of one session, absolute. */
export interface Place {
  results: string;
  /** The folder for all temporary files of the session. */
  temporary: string;
}

/** The start of a session that a fault can reach. */
export interface Prepared {
  /** Put before the command's own words. */
  argv?: string[];
  env?: Record<string, string>;
  /** Takes back what was made, when the session is over. */
  remove?(): void;
}

/** A process of the session, as the one that started it calls it. */
export interface Part {
  label: string;
  pid: number;
}

/** The session that a fault is done to. */
export interface Target extends Place {
  kind: Kind;
  /** The command itself. */
  pid: number;
  /** The running parts that the command started, by their labels. */
  parts(): Part[];
  /** Waits until `look` gives something; null when the session has ended first. */
  until<T>(look: () => T | null): Promise<T | null>;
}

/** The start and end of an event: ms since 1970, by the campaign's clock. */
export interface Span {
  from: number;
  until: number;
}

export function justNow(): Span {
  const at = Date.now();
  return { from: at, until: at };
}

/** Says whether a run reports what was done to it. */
export type Reported = (record: RunRecord) => boolean;

export interface Injected {
  /** The target that was hit, such as `console worker 2`. */
  to: string;
  when: Span;
  /** Absent: a run whose test it fell into need not report it, as long as its counts are right. */
  reported?: Reported;
  /** Repairs what would keep the session from being resumed. */
  repair?(): void | Promise<void>;
}

export interface Fault {
  /** Unique, such as `server killed`. */
  name: string;
  kinds: readonly Kind[];
  /** The reason why it cannot be done on this machine; null or absent: it can. */
  missing?(): string | null;
  prepare?(place: Place): Prepared;
  /** Every process of the session runs on what is prepared, its server too: some servers do not start on it. */
  underneath?: true;
  /** Does it; null when what it is for was not there before the session ended. */
  inject(target: Target, random: () => number): Promise<Injected | null>;
  /** The ends of the command that are allowed besides 0 and 4. */
  endsWith?: readonly (number | string)[];
}

export const isInvalid: Reported = ({ validity }) => validity.some(({ level }) => level === 'fatal');

export const hasFlag =
  (...codes: string[]): Reported =>
  ({ validity }) =>
    validity.some(({ code }) => codes.includes(code));

/** The run is invalid by this flag, or by one that says by which signal something ended. */
export const endedBySignal =
  (code: string): Reported =>
  ({ validity }) =>
    validity.some((flag) => flag.level === 'fatal' && (flag.code === code || /SIGKILL/.test(flag.message)));

/** The run says why `metric` was not measured. */
export const lacks =
  (metric: string): Reported =>
  ({ notMeasured }) =>
    Object.keys(notMeasured).some((path) => path.split('.')[1] === metric);
