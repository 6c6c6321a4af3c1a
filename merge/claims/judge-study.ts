/** Judges all claims of a study by the runs of one attempt. Pure. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { readStudySession, type StudySession, type StudySize } from '../../protocol/study-session.ts';
import { circumstancesOf, distinct, flagsOf } from '../common.ts';
import { noticesOfRuns } from '../notices.ts';
import { known } from '../statistics.ts';
import { verdictOf } from './evidence.ts';
import { judgeRule, type Material } from './judge-rule.ts';
import { Rows } from './rows.ts';
import { sizeText } from './size-text.ts';
import {
  type Breaking,
  type Claim,
  type ClaimVerdict,
  type JudgedClaim,
  type JudgedStudy,
  type Part,
  type PartDone,
  type Study,
  VERDICTS,
} from './types.ts';

/** An attempt at a study, with the runs that there are of it. */
export interface Attempt extends Omit<StudySession, 'part'> {
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
  const material: Material = { rows: new Rows(records), breakings: more.breakings ?? [] };
  const claims = study.claims.map((claim) => judgeClaim(claim, size, material));
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
    differs: [...study.differs.always, ...(size === 'quick' ? study.differs.quick : [])],
    flags: flagsOf(records).flatMap(({ code, count }) =>
      code === 'few-runs' ? [] : [`${code} in ${count} of ${records.length} runs`],
    ),
    notices: noticesOfRuns(records),
    parts: study.parts.map((part) => partDone(part, size, records, more.scenarios ?? [])),
    claims,
    counts: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, claims.filter((claim) => claim.verdict === verdict).length]),
    ) as Record<ClaimVerdict, number>,
    runs: records.length,
  };
}

/** What is known besides the runs. */
export interface StudyExtras {
  breakings?: readonly Breaking[];
  /** Those that are known, for what they call their parameters. */
  scenarios?: readonly ScenarioAbout[];
  /** Author, year and kind of work. */
  source?: string;
}

export function judgeClaim(claim: Claim, size: StudySize, material: Material): JudgedClaim {
  const { rule, untestable, size: needed, ...said } = claim;
  const without = (reason: string): JudgedClaim => ({
    ...said,
    verdict: 'cannot be tested here',
    evidence: [],
    reason,
    runs: 0,
  });
  if (rule === undefined) return without(untestable ?? 'there is no rule for it');
  if (needed === 'whole' && size === 'quick') {
    return without('the quick size has too few clients, or too little time, to say anything of it');
  }
  const evidence = judgeRule(rule, material);
  const verdict = verdictOf(evidence);
  const open = evidence.filter((each) => each.verdict === 'cannot be tested here');
  return {
    ...said,
    verdict,
    evidence,
    reason: verdict === 'cannot be tested here' ? distinct(known(open.map(({ reason }) => reason))).join('; ') : null,
    runs: Math.max(0, ...evidence.map(({ runs }) => runs)),
  };
}

function partDone(
  part: Part,
  size: StudySize,
  records: readonly RunRecord[],
  scenarios: readonly ScenarioAbout[],
): PartDone {
  const { id, about, scenario } = part;
  const ofPart = records.filter(({ session }) => readStudySession(session.id)?.part === id);
  const planned = part[size];
  const common = {
    id,
    about,
    scenario,
    session: ofPart[0]?.session.id ?? null,
    runs: ofPart.length,
    invalid: ofPart.filter(({ validity }) => validity.some(({ level }) => level === 'fatal')).length,
  };
  if (typeof planned === 'string') return { ...common, size: null, reason: planned };
  const whole = size === 'quick' ? part.whole : null;
  return {
    ...common,
    size: sizeText(part, planned, whole, scenarios),
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
