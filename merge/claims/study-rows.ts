/** The runs of a study by their rows: which part of the plan they are of, which framework and which transport. */
import { unrankedConditions } from '../../protocol/conditions.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readStudySession } from '../../protocol/study-session.ts';
import { recordFigure } from '../record-figures.ts';
import { flagsOf, isSaturated } from '../run-facts.ts';
import type { Judged, Missing, OpenBecause } from './types.ts';

/** A row of a study, as rules name it: `part/framework/transport`, or `part@most/...` where a part has several numbers of clients. */
export interface RowName {
  part: string;
  clients: 'fewest' | 'most' | null;
  framework: string;
  transport: string;
}

const ROW = /^([a-z][a-z0-9-]*)(?:@(fewest|most))?\/([a-z0-9.-]+)\/([a-z-]+)$/;

/** Null when it is no row's name. */
export function readRow(text: string): RowName | null {
  const [, part, clients, framework, transport] = ROW.exec(text) ?? [];
  if (part === undefined) return null;
  return { part, clients: (clients as RowName['clients']) ?? null, framework: framework!, transport: transport! };
}

export interface Row {
  /** `Alpha over websocket (broadcast)`: framework, transport and part. */
  label: string;
  /** Runs that count, and all that were made. */
  valid: RunRecord[];
  all: RunRecord[];
  /** Flags that the plan asks for, which are no disturbance. */
  asPlanned: string[];
  /** Runs that did not count, and flags of those that did: for people. */
  remarks: string[];
}

const WORDS: Record<Judged, string> = {
  counts: 'counts',
  bytes: 'bytes',
  memory: 'memory',
  times: 'times',
  loads: 'CPU and rates',
};

/** Runs of one round were made side by side. */
export interface Round {
  session: string;
  repetition: number;
  /** The start of the study. */
  attempt: string;
}

/** The facts that rules need of a part in the size that was run. */
export interface PartAsRun {
  /** The figures that it may judge. */
  judges: readonly Judged[];
  /** Names the size: `the quick size of "load"`. */
  text: string;
  /** The reason for a figure that this size is too small for. */
  tooSmall: OpenBecause;
  /** Parts with the same word ran round by round, so that a round of one is the same round of the other; null: by itself. */
  turns: string | null;
  /** The plan sets a warm-up of its own: runs with a short one are as planned. */
  ownWarmup: boolean;
}

/** The rows of the runs of one attempt. Flag one that is not there gives the reason. */
export class Rows {
  readonly #byPart = new Map<string, RunRecord[]>();
  /** Runs that are there for their bytes alone. */
  readonly #bytesByPart = new Map<string, RunRecord[]>();

  /**
   * @param parts by their ids; a part that is not there judges everything, by itself
   * @param losses the study's
   */
  constructor(
    records: readonly RunRecord[],
    private readonly parts: ReadonlyMap<string, PartAsRun> = new Map(),
    private readonly losses: readonly string[] = [],
  ) {
    for (const record of records) {
      const session = readStudySession(record.session.id);
      if (session === null) continue;
      const { part, bytes } = session;
      const byPart = bytes ? this.#bytesByPart : this.#byPart;
      byPart.set(part, [...(byPart.get(part) ?? []), record]);
    }
  }

  /** Returns the reason why the size that was run cannot judge figures of this class in the row `text`; null if it can. */
  limit(text: string, judged: Judged): Missing | null {
    const part = this.parts.get(readRow(text)?.part ?? '');
    if (part === undefined || part.judges.includes(judged)) return null;
    return { missing: `${part.text} is too small to judge ${WORDS[judged]}`, open: part.tooSmall };
  }

  /**
   * Those of a row's `runs` that tell how high a count was. Of a loss these are the ones whose clients had the CPU that they needed, if any run has some:
   * with less they come back at another time, and lose another number. Clients that lost nothing even so count.
   */
  telling(runs: readonly RunRecord[], metric: string): readonly RunRecord[] {
    const some = this.losses.includes(metric) && runs.some((run) => (recordFigure(run, metric) ?? 0) > 0);
    return some ? runs.filter((run) => !isSaturated(run)) : runs;
  }

  /** The round in which a run of the row `text` was made. */
  roundOf(text: string, { session, identity }: RunRecord): Round {
    const turns = this.parts.get(readRow(text)?.part ?? '')?.turns ?? null;
    const attempt = readStudySession(session.id)?.attempt ?? '';
    const { repetition } = identity;
    return { session: turns === null ? session.id : `turns ${turns} ${attempt}`, repetition, attempt };
  }

  /** @returns a sentence where there is no such row, it is no run of the framework itself, or none of its runs counts; else {@link findAny} */
  find(text: string, has?: (record: RunRecord) => boolean): Row | Missing {
    const row = this.findAny(text, has);
    if ('missing' in row || row.valid.length > 0) return row;
    return notRun(`every run of ${row.label} is invalid: ${fatalIn(row.all)}`);
  }

  /**
   * As {@link find}, and a row too of which no run counts.
   * @param has tells of a run if it has what is wanted: where none of the row has, and one that is there for its bytes does, the row is that of these
   */
  findAny(text: string, has: (record: RunRecord) => boolean = () => true): Row | Missing {
    const timed = this.#findIn(this.#byPart, text);
    const counted = 'missing' in timed || timed.all.some(has) ? timed : this.#findIn(this.#bytesByPart, text);
    return 'missing' in counted || !counted.all.some(has) ? timed : counted;
  }

  #findIn(byPart: ReadonlyMap<string, RunRecord[]>, text: string): Row | Missing {
    const name = readRow(text);
    if (name === null) return notRun(`"${text}" is no row`);
    const { part, clients, framework, transport } = name;
    const ofPart = byPart.get(part) ?? [];
    const ofRow = ofPart.filter(({ identity }) => identity.framework === framework && identity.transport === transport);
    if (ofRow.length === 0) return notRun(`there are no runs of ${framework} over ${transport} in "${part}"`);
    const counts = [...new Set(ofRow.map(({ identity }) => identity.clients ?? 0))].sort((a, b) => a - b);
    if (clients === null && counts.length > 1) return notRun(`"${part}" has runs of several numbers of clients`);
    if (clients !== null && counts.length < 2) return notRun(`"${part}" has runs of one number of clients only`);
    const wanted = clients === 'most' ? counts.at(-1) : counts[0];
    const which = clients === null ? part : `${part}, ${wanted} clients`;
    return rowOf(
      ofRow.filter(({ identity }) => (identity.clients ?? 0) === wanted),
      which,
      this.parts.get(part)?.ownWarmup ? ['warm-up-short'] : [],
    );
  }
}

export const notRun = (missing: string): Missing => ({ missing, open: 'not run' });

/** @param which the part, for people */
function rowOf(all: RunRecord[], which: string, asPlanned: string[]): Row | Missing {
  const { frameworkLabel, transport } = all[0]!.identity;
  const label = `${frameworkLabel} over ${transport} (${which})`;
  const [unranked] = all.flatMap(({ identity }) => unrankedConditions(identity.conditions));
  if (unranked) return notRun(`what was run is not ${frameworkLabel} itself: ${unranked.text}`);
  const valid = all.filter(({ validity }) => !validity.some(({ level }) => level === 'fatal'));
  const left = all.length - valid.length;
  const out = left > 0 ? [`${label}: ${left} of ${all.length} runs do not count: ${fatalIn(all)}`] : [];
  return { label, valid, all, asPlanned, remarks: [...out, ...flagsText(label, valid)] };
}

const fatalIn = (records: RunRecord[]): string =>
  flagsOf(records)
    .flatMap(({ code, level }) => (level === 'fatal' ? code : []))
    .join(', ');

function flagsText(label: string, valid: RunRecord[]): string[] {
  const flags = flagsOf(valid).flatMap(({ code, count }) =>
    code === 'few-runs' ? [] : `${code} in ${count} of ${valid.length}`,
  );
  return flags.length === 0 ? [] : [`${label}: flagged ${flags.join(', ')}`];
}
