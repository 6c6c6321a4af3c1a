/** A study on the page: its tables with ours beside each figure, then its claims in order of interest. */
import ko from 'knockout';
import { byInterest } from '../../../merge/claims/claim-class.ts';
import { foundIn } from '../../../merge/claims/evidence.ts';
import {
  correctionOf,
  doubtsIn,
  type PublishedTable,
  publishedTables,
} from '../../../merge/claims/published-tables.ts';
import { keptName, roundsText, sizeName } from '../../../merge/claims/size-text.ts';
import {
  CLASSES,
  type ClaimVerdict,
  type Evidence,
  type JudgedClaim,
  type JudgedFigure,
  type JudgedStudy,
} from '../../../merge/claims/types.ts';
import { flagWords } from '../../../merge/text/flags.ts';
import { counted, digitsOrCount as digits } from '../../../metrics/numbers.ts';
import { claimGraphs, type Numbered } from '../model/claim-graphs.ts';
import { oursText, shortText, TONE_OF_CLASS, verdictText } from '../model/claim-text.ts';
import { askApi } from '../model/data-source.ts';
import type { ChartsPage } from './charts-page.ts';
import type { Drawn } from './graph-cards.ts';

const TONE: Record<ClaimVerdict, string> = {
  holds: 'better',
  'does not hold': 'worse',
  'cannot be tested here': 'none',
};

/** The study's figure and ours, for a cell of its tables. */
function cellOf(figure: JudgedFigure) {
  const { value, doubt, here } = figure;
  const correction = correctionOf(figure);
  const interval = here === null || here.low === null || here.high === null || here.low === here.high;
  return {
    theirs: `${digits(value)}${correction !== null ? ` (its data: ${correction})` : doubt === undefined ? '' : '*'}`,
    ours:
      here === null ? '–' : `${digits(here.value)}${interval ? '' : ` (${digits(here.low!)}–${digits(here.high!)})`}`,
  };
}

const tableOf = ({ where, common, columns, rows }: PublishedTable) => ({
  caption: [where, ...common].join(', '),
  columns,
  rows: rows.map(({ label, cells }) => ({ label, cells: cells.map((figures) => figures.map(cellOf)) })),
});

function evidenceOf(evidence: Evidence) {
  const { what, wanted, why, runs, verdict, theirs, kept, unit } = evidence;
  const because = why === null ? '' : ` (${why.replace(/\.$/, '')})`;
  const study = theirs === null ? '' : `; the study ${digits(theirs)} ${unit}`;
  const others = kept === null ? '' : `; ${keptName(evidence)} ${oursText({ ...evidence, ...kept })}`;
  return {
    what,
    ours: `${oursText(evidence)}${study}${others}`,
    wanted: `wanted ${wanted}${because}; ${roundsText(runs)}`,
    tone: TONE[verdict],
  };
}

/** A line for each comparison; one for all plain counts. `numbered`: the comparisons with the numbers of their lines. */
function linesOf(evidence: readonly Evidence[]) {
  const { counts, others } = foundIn(evidence);
  const made = others.filter(({ what }) => what !== '');
  const first =
    counts === null
      ? []
      : [{ what: counts.text, ours: 'as the claim requires', wanted: roundsText(counts.rounds), tone: TONE.holds }];
  const numbered = made.map((one, index): Numbered => ({ number: first.length + index + 1, evidence: one }));
  return { lines: [...first, ...made.map(evidenceOf)], numbered };
}

/** The charts of a claim, drawn anew in other colours where the page gets dark. */
function chartsOf(id: string, numbered: readonly Numbered[], page: ChartsPage): Drawn[] {
  return claimGraphs(id, numbered, false).map((_, index) => ({
    ...{ chart: null, page },
    graph: () => claimGraphs(id, numbered, page.dark())[index] ?? null,
  }));
}

/** @param own true if the study is our own, whose doubts are remarks on its question */
function claimOf(claim: JudgedClaim, own: boolean, page: ChartsPage) {
  const { id, where, says, doubt, reason, factor } = claim;
  const evidence = [...claim.evidence, ...(factor?.evidence ?? [])];
  const { lines, numbered } = linesOf(evidence);
  const isDecided = claim.verdict !== 'cannot be tested here';
  /** Charts of many claims take their time: one without a verdict draws none until it is unfolded. */
  const isDrawn = ko.observable(isDecided);
  return {
    id,
    anchor: `claim-${id}`,
    where,
    says,
    short: shortText(claim),
    doubt: doubt === undefined ? null : own ? doubt : `Doubtful in the study: ${doubt}`,
    verdict: verdictText(claim),
    tone: TONE_OF_CLASS[claim.class],
    evidence: lines,
    charts: chartsOf(id, numbered, page),
    isDrawn,
    toggled: (_: unknown, { target }: Event) => isDrawn(isDecided || (target as HTMLDetailsElement).open),
    reason: [reason, factor?.reason].filter(Boolean).join('; ') || null,
    remarks: [...new Set(evidence.flatMap(({ remarks }) => remarks))],
  };
}

function studyOf(judged: JudgedStudy, page: ChartsPage) {
  const { id, title, source, size, claims, counts, differs, flags, notices, parts, runs, machines, versions, when } =
    judged;
  const day = when.first?.slice(0, 10);
  const tables = publishedTables(claims);
  return {
    heading: `Study ${id}: ${title}`,
    facts: [
      ...(source === null ? [] : [`${source}.`]),
      `${sizeName(size).replace('t', 'T')}: ${runs} runs${day === undefined ? '' : `, begun on ${day}`}.`,
      `${machines.join('; ')}.`,
      'In brackets are intervals of 95 %, without correction for several claims.',
    ].join(' '),
    notices,
    tally: tallyText(claims.length, counts),
    differs: [...differs, ...(flags.length > 0 ? [`Flags: ${flags.map(inWords).join(', ')}.`] : [])],
    versions,
    tables: tables.map(tableOf),
    doubts: doubtsIn(tables).join('; '),
    claims: byInterest(claims).map((claim) => claimOf(claim, source === null, page)),
    parts: parts.map((part) => ({
      ...part,
      size: part.size ?? '',
      ...(part.reason ? { size: `skipped: ${part.reason}` } : {}),
    })),
  };
}

/** `Of 57 claims, holds: 8; differs now: 4.` without the classes that no claim is of. */
function tallyText(all: number, counts: JudgedStudy['counts']): string {
  const some = CLASSES.flatMap((name) => (counts[name] === 0 ? [] : `${name}: ${counts[name]}`));
  return `Of ${counted(all, 'claim')}, ${some.join('; ')}.`;
}

/** A flag that begins with its code, in words. */
const inWords = (flag: string): string => flag.replace(/^[a-z-]+/, flagWords);

export class StudyCard {
  readonly #judged = ko.observableArray<JudgedStudy>([]);
  /** Sessions of their runs that are among the sessions here. */
  readonly #here = ko.observableArray<string>([]);

  constructor(readonly page: ChartsPage) {
    const study = page.source.report?.study;
    if (study) this.#judged([study]);
  }

  readonly #loaded = ko.observable(false);
  readonly isLoading = ko.pureComputed(() => this.page.studyAlone && !this.#loaded());
  /** The address names a study that has no runs here. */
  readonly isMissing = ko.pureComputed(() => this.page.studyAlone && this.#loaded() && this.shown() === null);

  /** Names the studies that have runs, in the place of one that has none. */
  readonly missingText = ko.pureComputed(() => {
    const there = this.#judged().map(({ id }) => id);
    const others = there.length > 0 ? `; studies with runs: ${there.join(', ')}` : '';
    return `Nothing here was measured for a study “${this.page.selection().study}”${others}.`;
  });

  readonly shown = ko.pureComputed(() => {
    const wanted = this.page.source.report?.study?.id ?? this.page.selection().study;
    const judged = this.#judged().find(({ id }) => id === wanted);
    return judged === undefined ? null : { ...studyOf(judged, this.page), chartsLink: this.#chartsLink(judged) };
  });

  /** To the charts of its runs; null where they are not among the sessions here. */
  #chartsLink({ parts }: JudgedStudy): string | null {
    const mine = sessionsOf(parts).filter((session) => this.#here().includes(session));
    // A study is one experiment in several sessions.
    const asked = [...mine.map((session) => ['session', session]), ...(mine.length > 1 ? [['together', '1']] : [])];
    return mine.length === 0 ? null : `?${new URLSearchParams(asked)}`;
  }

  /** To the studies that have runs here. A report holds one alone. */
  readonly links = ko.pureComputed(() =>
    this.page.source.report
      ? []
      : this.#judged().map(({ id, title }) => ({
          text: id,
          name: `Study ${id}: ${title}`,
          title,
          href: `?study=${id}`,
        })),
  );

  /** Without them the page shows all the rest: what goes wrong here is not worth an error. */
  async load(): Promise<void> {
    const judged = await askApi<JudgedStudy[]>('/api/studies').catch(() => []);
    this.#judged(judged);
    this.#loaded(true);
    const sessions = judged.flatMap(({ parts }) => sessionsOf(parts));
    const here = await this.page.source.named(sessions).catch(() => []);
    this.#here(here.map(({ id }) => id));
  }
}

const sessionsOf = (parts: JudgedStudy['parts']): string[] => parts.flatMap(({ session }) => session ?? []);
