/** What a fault is: something bad that is done to a session on purpose, at a moment that nobody chose. */
import type { RunRecord } from '../../protocol/run-record.ts';

/**
 * What a session is like, so that a fault has something to hit: `plain` clients in workers; `fed`: a backend besides; `captured` and
 * `proxied`: with what counts bytes; `charts`: with the web API; `brokered`: a server that has a process below it; `browser`: clients
 * in a browser.
 */
export const SCENES = ['plain', 'fed', 'captured', 'proxied', 'charts', 'brokered', 'browser'] as const;

export type Scene = (typeof SCENES)[number];

/** The folders of one trial, absolute. */
export interface Place {
  results: string;
  /** Where everything in the trial has its temporary files. */
  temporary: string;
}

/** How a session is started so that a fault can reach it. */
export interface Prepared {
  /** Put before the command's own words. */
  argv?: string[];
  env?: Record<string, string>;
  /** Takes back what was made, when the trial is over. */
  remove?(): void;
}

/** A process of the session, as who started it calls it. */
export interface Part {
  label: string;
  pid: number;
}

/** The session that a fault is done to. */
export interface Target extends Place {
  /** The command itself. */
  pid: number;
  /** What runs now: what the command started, by its labels. */
  parts(): Part[];
  /** Waits until `look` gives something; null when the session has ended first. */
  until<T>(look: () => T | null): Promise<T | null>;
}

/** When something happened: ms since 1970, by the campaign's clock. */
export interface Span {
  from: number;
  until: number;
}

/** A span without length: now. */
export function justNow(): Span {
  const at = Date.now();
  return { from: at, until: at };
}

/** Whether a run says what was done to it. */
type Told = (record: RunRecord) => boolean;

export interface Injected {
  /** What was done, in a few words, such as `console worker 2`. */
  to: string;
  /** When it was done, which may be long after it was to be: what it is for had to come first. */
  when: Span;
  /** As {@link Fault.told}, of what was left to chance. */
  told?: Told;
  /** Repairs what would keep the session from being resumed. */
  repair?(): void | Promise<void>;
}

export interface Fault {
  /** Unique, such as `server killed`. */
  name: string;
  /** What is done, in a sentence. */
  about: string;
  scenes: readonly Scene[];
  /** Why it cannot be done on this machine; null or absent: it can. */
  missing?(): string | null;
  prepare?(place: Place): Prepared;
  /** What is prepared stands under every process of the session, its server among them: some servers do not come up on it. */
  underneath?: true;
  /** Does it; null when what it is for was not there before the session ended. */
  inject(target: Target, random: () => number): Promise<Injected | null>;
  /** Whether a run whose test it fell into says so. Absent: such a run need not, as long as its counts are right. */
  told?: Told;
  /** Scenes whose runs can say so; absent: all. */
  toldIn?: readonly Scene[];
  /** How the command may end besides with 0 and 4. */
  endsWith?: readonly (number | string)[];
}

/** For {@link Fault.told}: the run is invalid, whatever it says. */
export const isInvalid = ({ validity }: RunRecord): boolean => validity.some(({ level }) => level === 'fatal');

/** For {@link Fault.told}: the run has one of these findings. */
export const finds =
  (...codes: string[]) =>
  ({ validity }: RunRecord): boolean =>
    validity.some(({ code }) => codes.includes(code));

/** For {@link Fault.told}: the run is invalid, and a finding names it or says by which signal it ended. */
export const endedBySignal =
  (code: string) =>
  ({ validity }: RunRecord): boolean =>
    validity.some((finding) => finding.level === 'fatal' && (finding.code === code || /SIGKILL/.test(finding.message)));

/** For {@link Fault.told}: the run says why `metric` was not measured. */
export const lacks =
  (metric: string) =>
  ({ notMeasured }: RunRecord): boolean =>
    Object.keys(notMeasured).some((path) => path.split('.')[1] === metric);
