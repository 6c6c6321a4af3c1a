/**
 * A study as data: its plan, which is what is run, and its claims, each with a rule that a program can apply to the runs. One JSON file
 * per study, `results/reference/studies/<id>.json`.
 */
import type { Params, ParamValue, SwarmKind } from '../../protocol/run-record.ts';
import type { StudySize } from '../../protocol/study-session.ts';
import type { Transport } from '../../protocol/transports.ts';

export const STUDY_SCHEMA = 'outcry/study@1';

export interface Study {
  schema: typeof STUDY_SCHEMA;
  /** A letter, such as `A`. */
  id: string;
  /** The id of the study's published figures, `results/reference/<reference>.json`. */
  reference: string;
  /** A few words: what it is about. */
  title: string;
  /** Sentences on what is not as the study did it, whatever the size; and in the quick size besides. */
  differs: { always: string[]; quick: string[] };
  parts: Part[];
  claims: Claim[];
}

/** One session of a study's plan. */
export interface Part {
  /** `PART_PATTERN`; unique in the study. */
  id: string;
  about: string;
  scenario: string;
  params?: Record<string, ParamValue>;
  frameworks: string[];
  transports: Transport[];
  whole: PartSize;
  /** A sentence where the quick size goes without this part. */
  quick: PartSize | string;
}

export interface PartSize {
  swarm: SwarmKind;
  /** Console swarms. */
  clients?: number;
  /** Browser swarms. */
  browser?: 'firefox' | 'chrome';
  browsers?: number;
  clientsPerBrowser?: number;
  runs: number;
  /** Besides the part's own. */
  params?: Params;
  /** Seconds; absent: each app's own, and until it has levelled. */
  warmup?: number;
  /** Bytes and requests are counted. */
  wire?: boolean;
  /** The name of a network's profile; absent: nothing is shaped. */
  network?: string;
}

/** A number that the study gives. */
export interface PublishedFigure {
  /** What it is a figure of: framework, transport, clients, network ... */
  of: string;
  what: string;
  value: number;
  unit: string;
  /** What speaks against the figure, and what it should be; absent: nothing. */
  doubt?: string;
}

export interface Claim {
  /** Unique in the study. */
  id: string;
  /** What the study says, in one plain sentence. */
  says: string;
  /** Page, table, figure or section. */
  where: string;
  figures: PublishedFigure[];
  /** What speaks against the claim in the study itself; absent: nothing. */
  doubt?: string;
  /** `whole`: the quick size has too few clients or too little time to say anything of it. */
  size?: 'whole';
  rule?: Rule;
  /** In the place of a rule: why nothing that is run here can say anything of it. */
  untestable?: string;
}

/**
 * A number that each run gives: `part/framework/transport/metric.figure`, as `readFigure` in `quantity.ts` reads it, or what follows from
 * two such numbers of runs of one round.
 */
export type Quantity =
  | string
  | { plus: [Quantity, Quantity] }
  | { minus: [Quantity, Quantity] }
  | { over: [Quantity, Quantity] };

/** Bounds, both included; one of the two at least. */
export interface Bounds {
  least?: number;
  most?: number;
}

/** Rows are `part/framework/transport`, as a {@link Quantity} begins. */
export type Rule =
  /** One quantity is so many times the other. Two that are alike have a ratio between two bounds around 1. */
  | ({ kind: 'ratio'; over: Quantity; under: Quantity } & Bounds)
  /** A quantity by itself: only for what does not depend on the machine. */
  | ({ kind: 'level'; of: Quantity; unit: string } & Bounds)
  /** Each quantity is smaller than the next. */
  | { kind: 'order'; rising: Quantity[] }
  /** In every run a count is what it must be: a number, or what the run itself expected. */
  | { kind: 'every-run'; of: string; equals: number | 'expected' }
  /** No run of these rows has one of these findings. Invalid runs count here. */
  | { kind: 'no-finding'; rows: string[]; codes: string[] }
  /** Some run of each of these rows has one of these findings. Invalid runs count here. */
  | { kind: 'finding'; rows: string[]; codes: string[] }
  /** A search found a breaking point between these bounds. */
  | ({ kind: 'breaks'; row: string } & Bounds)
  /** A search found that one row breaks at a smaller load than the other. */
  | { kind: 'breaks-first'; first: string; later: string }
  /** All of them hold. */
  | { kind: 'all'; of: Rule[] };

export type RuleKind = Rule['kind'];

/** What a search found for a row: the value at which it breaks, with its 95 % interval where that is known. */
export interface Breaking {
  row: string;
  point: number | null;
  low: number | null;
  high: number | null;
  runs: number;
  /** What grew, such as `clients`. */
  grew: string;
}

export const VERDICTS = ['holds', 'does not hold', 'cannot be tested here'] as const;
export type ClaimVerdict = (typeof VERDICTS)[number];

/** One comparison that a rule made. */
export interface Evidence {
  verdict: ClaimVerdict;
  /** What was compared, in words. */
  what: string;
  /** What we measured, with its 95 % interval; null where there is no number. A whole count of runs has no interval. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** `times`, or the unit of the quantity. */
  unit: string;
  /** What it had to be, in words. */
  wanted: string;
  /** How many runs it is made of. */
  runs: number;
  /** Why it cannot be told, or what else must be known; null when nothing. */
  reason: string | null;
  /** Runs that did not count, and flags of those that did. */
  remarks: string[];
}

export interface JudgedClaim extends Omit<Claim, 'rule' | 'untestable' | 'size'> {
  verdict: ClaimVerdict;
  evidence: Evidence[];
  /** Why it cannot be tested; null when it was. */
  reason: string | null;
  /** How many runs speak for or against it. */
  runs: number;
}

/** A part of the plan as it was run. */
export interface PartDone {
  id: string;
  about: string;
  scenario: string;
  /** Sentences: the swarm, the repetitions. Null where it was not run, with the reason. */
  size: string | null;
  reason: string | null;
  session: string | null;
  runs: number;
  invalid: number;
}

export interface JudgedStudy {
  id: string;
  title: string;
  /** Author, year, kind of work. */
  source: string | null;
  size: StudySize;
  attempt: string;
  /** ISO 8601. */
  when: { first: string | null; last: string | null };
  machines: string[];
  /** Versions that the runs name, a sentence per framework. */
  versions: string[];
  differs: string[];
  /** What runs say against themselves, a piece for each finding: `overtime in 2 of 9 runs`. */
  flags: string[];
  /** What its figures must not be shown without. */
  notices: string[];
  parts: PartDone[];
  claims: JudgedClaim[];
  counts: Record<ClaimVerdict, number>;
  runs: number;
}
