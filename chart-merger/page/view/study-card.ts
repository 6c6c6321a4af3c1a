/** A study on the page: its claims by their verdicts, each with the study's figure and ours. */
import ko from 'knockout';
import { foundIn } from '../../../merge/claims/evidence.ts';
import { roundsText, sizeName } from '../../../merge/claims/size-text.ts';
import {
  type ClaimVerdict,
  type Evidence,
  type JudgedClaim,
  type JudgedFigure,
  type JudgedStudy,
  VERDICTS,
} from '../../../merge/claims/types.ts';
import { flagWords } from '../../../merge/text/flags.ts';
import { counted, digitsOrCount as digits, grouped } from '../../../metrics/numbers.ts';
import { claimGraphs, type Numbered } from '../model/claim-graphs.ts';
import { askApi } from '../model/data-source.ts';
import type { ChartsPage } from './charts-page.ts';
import type { Drawn } from './graph-cards.ts';

const TONE: Record<ClaimVerdict, string> = {
  holds: 'better',
  'does not hold': 'worse',
  'cannot be tested here': 'none',
};

/** As many of the study's figures as stand beside a claim; the rest is folded away. */
const SHOWN_FIGURES = 4;

function figureText({ of, what, value, unit, doubt, here }: JudgedFigure): string {
  const number = grouped(value, 3);
  const ours = here === null ? '' : `; here ${digits(here.value)} ${unit}`;
  return `${what}${of === '' ? '' : ` (${of})`}: ${number} ${unit}${doubt === undefined ? '' : ` – ${doubt}`}${ours}`;
}

function oursText({ value, low, high, unit }: Evidence): string {
  if (value === null) return 'not known';
  const interval = low === null || high === null ? '' : ` (${digits(low)}–${digits(high)})`;
  return `${digits(value)} ${unit}${interval}`;
}

function evidenceOf(evidence: Evidence) {
  const { what, wanted, why, runs, verdict, theirs, kept, unit } = evidence;
  const because = why === null ? '' : ` (${why.replace(/\.$/, '')})`;
  const study = theirs === null ? '' : `; the study ${digits(theirs)} ${unit}`;
  const others = kept === null ? '' : `; the runs that come with Outcry ${oursText({ ...evidence, ...kept })}`;
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
  const { id, where, says, doubt, verdict, figures, reason, factor } = claim;
  const evidence = [...claim.evidence, ...(factor?.evidence ?? [])];
  const { lines, numbered } = linesOf(evidence);
  const texts = figures.map(figureText);
  const more = texts.slice(SHOWN_FIGURES);
  return {
    id,
    anchor: `claim-${id}`,
    where,
    says,
    doubt: doubt === undefined ? null : own ? doubt : `Doubtful in the study: ${doubt}`,
    verdict: factor === null ? verdict : `${verdict}; how much: ${factor.verdict}`,
    tone: TONE[verdict],
    figures: texts.slice(0, SHOWN_FIGURES),
    more,
    moreText: `${more.length} more figure${more.length === 1 ? '' : 's'}`,
    evidence: lines,
    charts: chartsOf(id, numbered, page),
    reason: [reason, factor?.reason].filter(Boolean).join('; ') || null,
    remarks: [...new Set(evidence.flatMap(({ remarks }) => remarks))],
  };
}

function studyOf(judged: JudgedStudy, page: ChartsPage) {
  const { id, title, source, size, claims, counts, differs, flags, notices, parts, runs, machines, versions, when } =
    judged;
  const day = when.first?.slice(0, 10);
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
    groups: VERDICTS.map((verdict) => {
      const isOpen = ko.observable(verdict !== 'cannot be tested here');
      return {
        tone: TONE[verdict],
        heading: `${verdict}: ${counts[verdict]}`,
        open: isOpen.peek() ? 'open' : null,
        /** A chart gets its width from the page: in what is folded away none is drawn. */
        isOpen,
        toggled: (_: unknown, { target }: Event) => isOpen((target as HTMLDetailsElement).open),
        claims: claims
          .filter((claim) => claim.verdict === verdict)
          .map((claim) => claimOf(claim, source === null, page)),
      };
    }),
    parts: parts.map((part) => ({
      ...part,
      size: part.size ?? '',
      ...(part.reason ? { size: `skipped: ${part.reason}` } : {}),
    })),
  };
}

/** `Of 57 claims 8 hold here and 4 do not. The other 45 cannot be tested here.` */
function tallyText(all: number, counts: JudgedStudy['counts']): string {
  const [holds, not, open] = VERDICTS.map((verdict) => counts[verdict]);
  const rest = open === 0 ? '' : ` The other ${open} cannot be tested here.`;
  return `Of ${counted(all, 'claim')} ${holds} hold${holds === 1 ? 's' : ''} here and ${not} ${not === 1 ? 'does' : 'do'} not.${rest}`;
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
