/**
 * A study as data: its plan, which is what is run, and its claims, each with a rule that a program can apply to the runs. One JSON file
 * per study, `results/reference/studies/<id>.json`.
 */

import type { Transport } from '../../metrics/transports.ts';
import type { Params, ParamValue, SwarmKind } from '../../protocol/run-record.ts';
import type { StudySize } from '../../protocol/study-session.ts';

export const STUDY_SCHEMA = 'outcry/study@1';

export interface Study {
  schema: typeof STUDY_SCHEMA;
  /** A letter, such as `A`. */
  id: string;
  /** The id of the study's published figures, `results/reference/<reference>.json`. */
  reference: string;
  /** A few words: what it is about. */
  title: string;
  /**
   * Sentences on what is not as the study did it: machine and browser first, whatever the size; what is so in one size besides. `kept` is about the
   * runs of the whole size that come with Outcry, and no others.
   */
  differs: { always: string[]; whole?: string[]; 'full-console'?: string[]; quick: string[]; kept?: string[] };
  /** What a person who chooses has to know beside a ratio of latencies: its cause. */
  aboutLatency?: string;
  /** Counts of losses, which a shortage of CPU changes: `Rows.telling` says which runs tell of these. */
  losses?: string[];
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
  /** In a study's file absent, as `transports`, where `rowsOf` names another part that has the same. */
  frameworks: string[];
  transports: Transport[];
  /** Parts with the same word take turns, round by round, since claims compare them; absent: the part runs by itself. */
  turns?: string;
  whole: PartSize;
  /** A sentence where this size goes without the part; absent: so does every part that has none. */
  'full-console'?: PartSize | string;
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
  /** More clients than the browser has connections for: what happens then is the question. */
  crowded?: true;
  runs: number;
  /** Besides the part's own. */
  params?: Params;
  /** Seconds; absent: each app's own, and until it has levelled. */
  warmup?: number;
  /** Retries of a disturbed run at most, whatever is asked for; absent: as asked. */
  retries?: number;
  /** Bytes and requests are counted. */
  wire?: boolean;
  /** The options of conditions, by their keys; absent: none. */
  conditions?: Record<string, string>;
  /** The figures that claims may take from runs of this size; absent: all. */
  judges?: Judged[];
}

/** Classes of what is measured: `times` are trends, `loads` are CPU and rates. */
export const JUDGED = ['counts', 'bytes', 'memory', 'times', 'loads'] as const;
export type Judged = (typeof JUDGED)[number];

interface PublishedFigure {
  /** The subject of the figure: framework, transport, clients, network ... */
  of: string;
  what: string;
  value: number;
  unit: string;
  /** The doubt about the figure, and the likely value; absent: none. */
  doubt?: string;
  /** The quantity of our runs beside it, in the same unit; absent: none. */
  ours?: Quantity;
}

/** A number with its 95 % interval, null where there is none. */
export interface Measured {
  value: number;
  low: number | null;
  high: number | null;
}

/** A published figure with ours beside it, in the figure's unit; null: not known. */
export interface JudgedFigure extends PublishedFigure {
  here: Measured | null;
}

export interface Claim {
  /** Unique in the study. */
  id: string;
  /** The study's statement, in one plain sentence. */
  says: string;
  /** Page, table, figure or section. */
  where: string;
  figures: PublishedFigure[];
  /** The doubt about the claim within the study itself; absent: none. */
  doubt?: string;
  /** The study did not measure it, or its own app made it so: `doubt` says which. Runs that contradict it refute it. */
  unfounded?: true;
  /** One of the sentences that sum the study up. */
  main?: true;
  /** `whole`: the quick size has too few clients or too little time to say anything of it. */
  size?: 'whole';
  /** The headline: order and direction. It alone decides the claim's verdict. */
  rule?: Rule;
  /** The size of the effect: the study's figures, judged apart from the headline, or the reason why they cannot be. */
  factor?: Rule | { untestable: string };
  /** In the place of a rule: why nothing that is run here can say anything of it. */
  untestable?: string;
  /** Beside `untestable`: a load machine with more CPU could. */
  needsLoadMachine?: true;
}

/**
 * A number that each run gives: `part/framework/transport/metric.figure`, as `readFigure` in `quantity.ts` reads it, or what follows from
 * such numbers of runs of one round.
 */
export type Quantity =
  | string
  | { plus: [Quantity, Quantity] }
  | { minus: [Quantity, Quantity] }
  | { over: [Quantity, Quantity] }
  /** How much they scatter: the variance of their logarithms, two or more of one session. A share of it is it over a sum of such. */
  | { variance: Quantity[] };

/** Bounds, both included; one of the two at least. */
export interface Bounds {
  least?: number;
  most?: number;
}

/** Bounds of a rule, which state why they are what they are. */
interface Reasoned extends Bounds {
  why: string;
}

/**
 * Rows are `part/framework/transport`, as a {@link Quantity} begins. In a study's file a text in a list, and the `of` of `every-run`, may stand
 * for many: with braces, as in `restart/alpha/websocket/{duplicates,outOfOrder}`, and with `*` for each framework of the part.
 */
export type Rule =
  /** One quantity is a multiple of the other. Two that are alike have a ratio between two bounds around 1. */
  | ({ kind: 'ratio'; over: Quantity; under: Quantity } & Reasoned)
  /** A quantity by itself: only for what does not depend on the machine. */
  | ({ kind: 'level'; of: Quantity; unit: string } & Reasoned)
  /**
   * Each quantity is at least 5 % more than the one before it. `fixed` names a known part that all of them have, such as the delay of a
   * network: then each is more than the one before it by any amount, since a share of the whole says nothing of the rest.
   */
  | { kind: 'order'; rising: Quantity[]; fixed?: string }
  /** In every run a count is what it must be: a number, or what the run itself expected; or the figure was measured. Runs that lost messages count here. */
  | { kind: 'every-run'; of: string; equals: number | 'expected' | 'measured' }
  /** No run of these rows has one of these findings. Invalid runs count here. */
  | { kind: 'no-finding'; rows: string[]; codes: string[] }
  /** Some run of each of these rows has one of these findings. Invalid runs count here. */
  | { kind: 'finding'; rows: string[]; codes: string[] }
  /** All of them hold. */
  | { kind: 'all'; of: Rule[] };

/** The verdict on one comparison, and on all comparisons of a rule. */
export type ClaimVerdict = 'holds' | 'does not hold' | 'cannot be tested here';

/**
 * The classes of claims. `differs now`: the study's own figures agree with the claim, ours do not. `refuted`: ours do not, and the study has
 * none that bear on it. `the study contradicts itself`: its own figures fail the rule.
 */
export const CLASSES = [
  'holds',
  'differs now',
  'refuted',
  'the study contradicts itself',
  'needs a bigger load machine',
  'not judged',
] as const;
export type ClaimClass = (typeof CLASSES)[number];

/** One comparison that a rule made. */
export interface Evidence {
  verdict: ClaimVerdict;
  /** The compared quantity, in words. */
  what: string;
  /** Our figure with its 95 % interval; null without a number. A whole count of runs has no interval. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** `times`, or the unit of the quantity. */
  unit: string;
  /** The study's own figure in the same unit; null where it gives none. */
  theirs: number | null;
  /** The rule, applied to the study's own figure; null where it gives none. */
  studyAgrees: boolean | null;
  /** The size that judged it; null: not known. */
  size: StudySize | null;
  /** That of the runs that come with Outcry, and the size that judged it; null: not known, or these are they. */
  kept: (Measured & Pick<Evidence, 'size'>) | null;
  /** The required value, in words. */
  wanted: string;
  /** The reason for the bounds; null for a rule without bounds. */
  why: string | null;
  /** The number of its rounds: runs of each row. */
  runs: number;
  /** Null where it has a verdict. */
  open: OpenBecause | null;
  /** The reason why the verdict is open, or a reservation; null: none. */
  reason: string | null;
  /** Runs that did not count, and flags of those that did. */
  remarks: string[];
}

/**
 * The reasons for a comparison without a verdict: it was not run at a load that can tell, its runs cannot tell, or their clients were short
 * of CPU.
 */
export type OpenBecause = 'not run' | 'not judged' | 'needs a bigger load machine';

/** The reason why a comparison could not be made, in a sentence and in a word. */
export interface Missing {
  missing: string;
  open: OpenBecause;
}

export interface JudgedRule {
  verdict: ClaimVerdict;
  class: ClaimClass;
  evidence: Evidence[];
  /** The reason why it cannot be tested; null when it was. */
  reason: string | null;
}

type RulesOf = 'rule' | 'factor' | 'untestable' | 'needsLoadMachine' | 'size' | 'figures';

/** `verdict`, `class`, `evidence` and `reason` are those of the headline. */
export interface JudgedClaim extends Omit<Claim, RulesOf>, JudgedRule {
  figures: JudgedFigure[];
  /** Null for a claim without figures to judge. */
  factor: JudgedRule | null;
  /** The number of runs that speak for or against it. */
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
  /** Runs whose clients were short of CPU: they judge no time and no CPU. */
  saturated: number;
  /** The machines of its runs. */
  machines: string[];
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
  /** The flags of runs, one piece each: `overtime in 2 of 9 runs`. */
  flags: string[];
  /** Notices that must stand with its figures. */
  notices: string[];
  parts: PartDone[];
  claims: JudgedClaim[];
  counts: Record<ClaimClass, number>;
  runs: number;
}
