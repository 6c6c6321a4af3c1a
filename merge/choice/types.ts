/** What kept records tell a person who chooses: the data of the chooser's page and of `docs/findings.md`. */
import type { Transport } from '../../metrics/transports.ts';
import type { SwarmKind } from '../../protocol/run-record.ts';
import type { StudySize } from '../../protocol/study-session.ts';
import type { Rows } from '../claims/study-rows.ts';
import type { ClaimClass, JudgedStudy, Measured, Study } from '../claims/types.ts';

/** The kept runs of one size of a study. */
export interface KeptRuns {
  study: Study;
  rows: Rows;
  when: JudgedStudy['when'];
}

/** Null: there are none. */
export type FindKept = (study: string, size: StudySize) => KeptRuns | null;

/** A sentence to take from the records. */
export interface Take {
  /** Its headline, without a stop. */
  lead: string;
  /** Figures behind it, with intervals, load and date. */
  rest: string;
}

/** The figures of a framework in the order of the columns of its table. One in % is the share of messages that do not arrive. */
export const CRITERIA = [
  { id: 'latency', title: 'latency', unit: 'ms' },
  { id: 'p99', title: 'p99', unit: 'ms' },
  { id: 'cpu', title: 'CPU per 1,000 deliveries', unit: 'ms' },
  { id: 'bytes', title: 'bytes per delivery', unit: null },
  { id: 'memory', title: 'memory at this load', unit: 'MB' },
  { id: 'idle', title: 'memory per idle connection', unit: 'KB' },
  { id: 'missed', title: 'messages missed in a deployment', unit: '%' },
] as const;
export type Criterion = (typeof CRITERIA)[number]['id'];

/** `latency, ms` */
export const titleOf = ({ title, unit }: (typeof CRITERIA)[number]): string =>
  unit === null ? title : `${title}, ${unit}`;

export interface ChoiceRow {
  /** The framework's id. */
  framework: string;
  label: string;
  transport: Transport;
  /** How it was measured: the processes of its clients, and the machine. Rows that differ in it have no common order. */
  setup: string;
  /** Less is better. Null: not known. */
  figures: Record<Criterion, Measured | null>;
}

/** The criteria of which some row has a figure. */
export const knownOf = (rows: readonly ChoiceRow[]) =>
  CRITERIA.filter(({ id }) => rows.some(({ figures }) => figures[id] !== null));

/** Rows that one session measured side by side. */
export interface Measurement {
  size: StudySize;
  swarm: SwarmKind;
  clients: number;
  /** The most rounds of a row. */
  rounds: number;
  days: string;
  /** The sentence that the column of bytes needs; null: it was counted in the runs that give the other columns. */
  bytesNote: string | null;
  rows: ChoiceRow[];
}

/** Rows that are alike in all but one thing, which the first head names. */
export interface SideTable {
  id: string;
  title: string;
  /** A sentence that its figures need. */
  note: string;
  heads: string[];
  /** A cell is a figure, or words. Null: not known. */
  rows: { name: string; figures: (Measured | string | null)[] }[];
}

/** What clients lost in disturbances. */
export interface RecoveryTable extends SideTable {
  /** A sentence on each kind of disturbance, and one on what befell in none of them. */
  lead: string[];
}

export interface Choice {
  takes: Take[];
  /** The one that the sentences are about comes first. */
  measurements: Measurement[];
  /** The sentence that the shares of missed messages need; null: there are none. */
  missedNote: string | null;
  /** Those whose runs are kept. */
  tables: SideTable[];
}

export interface OpenClaims {
  class: ClaimClass;
  claims: { study: string; id: string; says: string }[];
}

export interface StudyTally {
  id: string;
  title: string;
  counts: Record<ClaimClass, number>;
}

/** The data of the page. */
export interface Findings {
  /** Null: the runs that it rests on are not kept. */
  choice: Choice | null;
  /** What clients lost in disturbances, a table for each kind of clients; none where these runs are not kept. */
  recovery: RecoveryTable[];
  /** The main claims without a verdict, by class, but those that lack runs. */
  unknown: OpenClaims[];
  /** The number of main claims in each study that lack runs. */
  notRun: { study: string; claims: number }[];
  studies: StudyTally[];
  /** Studies without kept runs. */
  missing: string[];
  machines: string;
}
