/** The answer that the page opens with, and the rows against a baseline. */
import ko from 'knockout';
import { type AnswerText, answerText } from '../../merge/answer-sentences.ts';
import { type Answer, answersOf, baselineOf } from '../../merge/answers.ts';
import { rankedBy } from '../../merge/charts.ts';
import { rankedAmong } from '../../merge/ranked.ts';
import type { Merge } from '../../merge/types.ts';
import type { RankedBy, ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { costGraphs, ratioGraph } from './answer-graphs.ts';
import type { Graph } from './graphs.ts';
import { type Specs, specOf } from './layout.ts';
import { type Entry, isAmong, loadOf } from './rows.ts';
import { NO_BASELINE, type Selection } from './selection.ts';
import { type Verdicts, verdictsOf } from './verdicts.ts';

/** As many loads as get an answer of their own: a ramp has more steps than anybody reads sentences. */
const MOST_ANSWERS = 4;

interface ShownAnswer extends AnswerText {
  /** What was run; empty where all rows were run under one load. */
  load: string;
}

/** What it needs to know of the page: each is read when it is asked for, and again when it has changed. */
export interface Compared {
  entries(): Entry[];
  scenarios(): ScenarioAbout[];
  selection(): Selection;
  specs(): Specs;
}

export class Comparing {
  // Fields are made before the constructor sets `page`: they may read it only when they are asked.
  constructor(readonly page: Compared) {}

  readonly #merges = ko.pureComputed(() => this.page.entries().map(({ merge }) => merge));

  /** What rows are compared by, as the first of their scenarios says it; null while there is nothing to show. */
  readonly #by = ko.pureComputed<RankedBy | null>(() => {
    const [first] = this.#merges()
      .map(({ combination }) => combination.scenario)
      .sort();
    return first === undefined ? null : rankedBy(first, this.page.scenarios(), this.#merges());
  });

  readonly #rankStandIns = ko.pureComputed(() => this.page.selection().standIns);

  /** The baseline where nobody names one; null where there is nothing to compare. */
  readonly chosen = ko.pureComputed<Entry | null>(() => {
    const by = this.#by();
    const merge = by && baselineOf(this.#merges(), { ...by, rankStandIns: this.#rankStandIns() });
    return this.page.entries().find((entry) => entry.merge === merge) ?? null;
  });

  readonly #asked = ko.pureComputed(() => this.page.selection().baseline);

  /** The baseline that the address names; null where it names none that is there. */
  readonly named = ko.pureComputed<Entry | null>(() => {
    const asked = this.#asked();
    return asked === null ? null : (this.page.entries().find((entry) => isAmong(entry, [asked])) ?? null);
  });

  readonly baseline = ko.pureComputed<Entry | null>(
    () => this.named() ?? (this.#asked() === NO_BASELINE ? null : this.chosen()),
  );
  readonly on = ko.pureComputed(() => this.baseline() !== null);

  readonly #baselineBy = ko.pureComputed<RankedBy | null>(() => {
    const baseline = this.baseline();
    if (baseline === null) return null;
    const { merge } = baseline;
    const by = rankedBy(merge.combination.scenario, this.page.scenarios(), this.#merges());
    return rankedAmong(by, merge, this.#merges());
  });

  readonly verdicts = ko.pureComputed<Verdicts | null>(() => {
    const [baseline, by] = [this.baseline(), this.#baselineBy()];
    if (baseline === null || by === null) return null;
    const picked = this.named() === null;
    return verdictsOf(this.page.entries(), baseline, { ...by, rankStandIns: this.#rankStandIns(), picked });
  });

  /** The test behind the verdicts, in words. */
  readonly testText = ko.pureComputed(() => this.verdicts()?.test ?? 'No row could be tested.');

  readonly #answers = ko.pureComputed<Answer[]>(() => {
    const by = this.#by();
    const { detect, standIns } = this.page.selection();
    return by === null ? [] : answersOf(this.#merges(), { ...by, rankStandIns: standIns, detectPercent: detect });
  });

  readonly texts = ko.pureComputed<ShownAnswer[]>(() => {
    const labels = new Map(this.page.entries().map(({ merge, label }) => [merge, label]));
    const labelOf = (merge: Merge) => labels.get(merge) ?? merge.key;
    const answers = this.#answers();
    return answers.slice(0, MOST_ANSWERS).map((answer) => {
      const [any] = [...answer.ranked, ...answer.leftOut.map(({ merge }) => merge)];
      return { ...answerText(answer, labelOf), load: answers.length > 1 ? loadOf(any!, this.page.scenarios()) : '' };
    });
  });
  readonly moreText = ko.pureComputed(() => {
    const more = this.#answers().length - MOST_ANSWERS;
    return more > 0 ? `${more} more loads have answers of their own: choose scenarios above to see them.` : '';
  });
  readonly anyUndecided = ko.pureComputed(() => this.#answers().some(({ undecided }) => undecided.length > 0));
  readonly hasAnswer = ko.pureComputed(() => this.texts().length > 0);

  readonly graphs = ko.pureComputed<Graph[]>(() => {
    const [baseline, by, verdicts] = [this.baseline(), this.#baselineBy(), this.verdicts()];
    if (baseline === null || by === null || verdicts === null) return [];
    const entries = this.page.entries();
    const specs = this.page.specs();
    const ratios = ratioGraph(entries, verdicts.comparisons, baseline, specOf(specs, by.metric));
    const { hide } = this.page.selection();
    const drawn = entries.filter((entry) => !isAmong(entry, hide) && entry.merge.runs > 0);
    return [...(ratios ? [ratios] : []), ...costGraphs(drawn, by.metric, specs)];
  });
}
