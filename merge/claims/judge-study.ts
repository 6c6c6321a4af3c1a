/** Judges all claims of a study by the runs of one attempt. Pure. */

import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { readStudySession, type StudySession, type StudySize } from '../../protocol/study-session.ts';
import { circumstancesOf, distinct, flagsOf, isSaturated } from '../run-facts.ts';
import { known } from '../statistics/means.ts';
import { noticesOfRuns } from '../text/notices.ts';
import { countsOf } from './best-size.ts';
import { ClaimJudge } from './judge-claim.ts';
import { plannedSize, sizeText } from './size-text.ts';
import { type PartAsRun, Rows } from './study-rows.ts';
import { JUDGED, type JudgedStudy, type Part, type PartDone, type Study } from './types.ts';

/** An attempt at a study, with the runs that there are of it. */
export interface Attempt extends Omit<StudySession, 'part' | 'bytes'> {
  records: RunRecord[];
}

/** The newest attempt at a study among `records`; null where there is none. */
export function newestAttempt(study: string, records: readonly RunRecord[]): Attempt | null {
  const mine = records.flatMap((record) => {
    const session = readStudySession(record.session.id);
    return session?.study === study ? [{ session, record }] : [];
  });
  const newest = mine
    .map(({ session }) => session.attempt)
    .sort()
    .at(-1);
  const ofNewest = mine.filter(({ session }) => session.attempt === newest);
  const [first] = ofNewest;
  if (first === undefined) return null;
  const { size, attempt } = first.session;
  return { study, size, attempt, records: ofNewest.map(({ record }) => record) };
}

export function judgeStudy(study: Study, attempt: Attempt, more: StudyExtras = {}): JudgedStudy {
  const { records, size } = attempt;
  const rows = rowsOf(study, attempt);
  const judge = new ClaimJudge(study, size, rows);
  const claims = study.claims.map((claim) => judge.judge(claim));
  const starts = known(records.map(({ when }) => when.startedAt)).sort();
  return {
    id: study.id,
    title: study.title,
    source: more.source ?? null,
    size,
    attempt: attempt.attempt,
    when: { first: starts[0] ?? null, last: starts.at(-1) ?? null },
    machines: circumstancesOf(records).machines,
    versions: versionsOf(records),
    differs: differsIn(study, size, more.areKept ?? false),
    flags: flagsOf(records).flatMap(({ code, count }) =>
      code === 'few-runs' ? [] : [`${code} in ${count} of ${records.length} runs`],
    ),
    notices: noticesOfRuns(records),
    parts: study.parts.map((part) => partDone(part, size, records, more.scenarios ?? [])),
    claims,
    counts: countsOf(claims),
    runs: records.length,
  };
}

function differsIn({ differs }: Study, size: StudySize, areKept: boolean): string[] {
  const kept = areKept && size === 'whole' ? differs.kept : undefined;
  return [...differs.always, ...(differs[size] ?? []), ...(kept ?? [])];
}

/** The runs of an attempt by their rows, with what the study's plan says of them. */
export const rowsOf = (study: Study, { records, size }: Pick<Attempt, 'records' | 'size'>): Rows =>
  new Rows(records, partsAsRun(study, size), study.losses);

/** A part that says nothing of what it may judge judges everything. */
function partsAsRun({ parts }: Study, size: StudySize): Map<string, PartAsRun> {
  return new Map(
    parts.flatMap((part) => {
      const planned = plannedSize(part, size);
      if (typeof planned === 'string') return [];
      const { judges = JUDGED, warmup } = planned;
      const text = `the ${size} size of "${part.id}"`;
      const tooSmall = size === 'whole' ? 'not judged' : 'not run';
      return [[part.id, { judges, text, tooSmall, turns: part.turns ?? null, ownWarmup: warmup !== undefined }]];
    }),
  );
}

/** The knowledge about a study besides its runs. */
export interface StudyExtras {
  /** Those that are known, for what they call their parameters. */
  scenarios?: readonly ScenarioAbout[];
  /** Author, year and kind of work. */
  source?: string;
  /** The runs are those that come with Outcry. Default: they are not. */
  areKept?: boolean;
}

function partDone(
  part: Part,
  size: StudySize,
  records: readonly RunRecord[],
  scenarios: readonly ScenarioAbout[],
): PartDone {
  const { id, about, scenario } = part;
  const ofPart = records.filter(({ session }) => {
    const read = readStudySession(session.id);
    return read?.part === id && !read.bytes;
  });
  const planned = plannedSize(part, size);
  const common = {
    id,
    about,
    scenario,
    session: ofPart[0]?.session.id ?? null,
    runs: ofPart.length,
    invalid: ofPart.filter(({ validity }) => validity.some(({ level }) => level === 'fatal')).length,
    saturated: ofPart.filter(isSaturated).length,
    machines: circumstancesOf(ofPart).machines,
  };
  if (typeof planned === 'string') return { ...common, size: null, reason: planned };
  const whole = size === 'whole' ? null : part.whole;
  // A search repeats a row more often than its plan has rounds.
  const rounds = Math.min(planned.runs, new Set(ofPart.map(({ identity }) => identity.repetition)).size);
  return {
    ...common,
    size: sizeText(part, ofPart.length === 0 ? planned : { ...planned, runs: rounds }, whole, scenarios),
    reason: ofPart.length > 0 ? null : 'it was not run',
  };
}

/** `Alpha 1.2.3 on node 20.19.0`. */
function versionsOf(records: readonly RunRecord[]): string[] {
  return distinct(
    records.map(({ identity, versions: { framework, runtime, browser } }) =>
      [
        `${identity.frameworkLabel}${framework === null ? '' : ` ${framework}`}`,
        ...(runtime === null ? [] : [`on ${runtime}`]),
        ...(browser === null ? [] : [`in ${identity.browser} ${browser}`]),
      ].join(' '),
    ),
  );
}
