/** The answers that the page opens with, and the rows against a baseline. */
import ko from 'knockout';
import { answersToShow } from '../../../merge/answers-by-scenario.ts';
import { rankedBy, rolesOf } from '../../../merge/charts.ts';
import { type Answer, rowsOf } from '../../../merge/compare/answers.ts';
import type { Interval } from '../../../merge/compare/compare.ts';
import { baseOf } from '../../../merge/compare/costs.ts';
import { byFigure } from '../../../merge/compare/order.ts';
import { type ComparedBy, rankedAmong } from '../../../merge/compare/ranked.ts';
import { type AnswerText, answerText } from '../../../merge/text/answer-sentences.ts';
import { labelMerges, shortLabels } from '../../../merge/text/labels.ts';
import { loadTitle, orderSentences, superlative } from '../../../merge/text/order-sentences.ts';
import type { Merge } from '../../../merge/types.ts';
import type { RankedBy, ScenarioAbout } from '../../../protocol/scenario-charts.ts';
import { costGraphs, MOST_DRAWN, ratioGraph, ratiosId } from '../model/answer-graphs.ts';
import type { Graph } from '../model/graphs.ts';
import { type Specs, specOf } from '../model/layout.ts';
import type { Loaded } from '../model/loaded-merges.ts';
import { type Entry, loadOf } from '../model/row-texts.ts';
import { type Board, boardOf } from '../model/scoreboard.ts';
import type { Selection } from '../model/selection.ts';
import { type Verdicts, verdictsOf } from '../model/verdicts.ts';

/** As many loads as get an answer of their own: a ramp has more steps than anybody reads sentences. */
const MOST_ANSWERS = 4;

interface ShownAnswer extends AnswerText {
  /** The compared metric and load, in one line. */
  title: string;
  /** The same in all detail; empty where all rows were run under one load. */
  load: string;
  /** The session that it is of; empty where there is one session, or several are averaged. */
  session: string;
  /** Its rows, with names that tell them from each other. */
  entries: Entry[];
  /** The best row and those that may be as good, then the worse rows, each with its difference. */
  first: string;
  second: string;
  board: Board;
  /** The base of the ratios: the platform alone, or `fastest`. */
  over: string;
  /** The ratio of each row's figure to the one of the platform alone, or of the best row. */
  ratios: Map<Merge, Interval>;
}

function ratiosOf(answer: Answer): Map<Merge, Interval> {
  const { reference, ranked, overReference, againstBest } = answer;
  const base = baseOf(answer);
  const others = reference === null ? ranked.slice(1) : ranked;
  if (base === null || others.length === 0) return new Map();
  const comparisons = reference === null ? againstBest : overReference;
  const ratios = others.flatMap((merge, index): [Merge, Interval][] => {
    const ratio = comparisons[index]?.ratio ?? null;
    return ratio === null ? [] : [[merge, ratio]];
  });
  return new Map([[base, { value: 1, low: 1, high: 1 }], ...ratios]);
}

/** The parts of the page that it needs. Each is read on use, and read again after a change. */
export interface Compared {
  /** The rows of the sessions, and those of them that are shown. */
  loaded(): Loaded[];
  chosen(): Loaded[];
  sessionTitle(id: string | null): string;
  entries(): Entry[];
  scenarios(): ScenarioAbout[];
  selection(): Selection;
  specs(): Specs;
}

export class Comparing {
  // Fields are made before the constructor sets `page`: they may read it only when they are asked.
  constructor(readonly page: Compared) {}

  // Alone, so that no other choice has all pairs compared again.
  readonly #detect = ko.pureComputed(() => this.page.selection().detect);
  readonly #substitutes = ko.pureComputed(() => this.page.selection().substitutes);

  readonly #merges = ko.pureComputed(() => this.page.chosen().map(({ merge }) => merge));

  /** Whatever is shown of a session, its rows are compared as those of one set. */
  #familyOf(session: string | null): Merge[] {
    return mergesOf(this.page.loaded(), session);
  }

  readonly #sessionOf = (merge: Merge): string | null =>
    this.page.chosen().find((each) => each.merge === merge)?.session ?? null;

  /** An answer per session and load, with the most ranked rows first. */
  readonly #answers = ko.pureComputed<Answer[]>(() => {
    const size = ({ ranked, skipped }: Answer) => ranked.length + skipped.length;
    return [...new Set(this.page.chosen().map(({ session }) => session))]
      .flatMap((session) => this.#answersIn(session))
      .toSorted((a, b) => b.ranked.length - a.ranked.length || size(b) - size(a));
  });

  #answersIn(session: string | null): Answer[] {
    const asked = {
      rankSubstitutes: this.#substitutes(),
      detectPercent: this.#detect(),
      family: this.#familyOf(session),
    };
    return answersToShow(mergesOf(this.page.chosen(), session), this.page.scenarios(), asked);
  }

  /** The reasons why rows cannot be ranked, for those that cannot. */
  readonly unranked = ko.pureComputed<Map<Merge, string>>(
    () => new Map(this.#answers().flatMap(({ skipped }) => skipped.map(({ merge, reason }) => [merge, reason]))),
  );

  /** All rows in the order of the answers: best first, those that cannot be ranked after those that can. */
  readonly order = ko.pureComputed<Merge[]>(() => {
    const answered = this.#answers().flatMap(({ reference, ranked, skipped, question }) => [
      ...(reference === null ? [] : [reference]),
      ...ranked,
      ...byFigure(
        skipped.map(({ merge }) => merge),
        question,
      ),
    ]);
    return [...new Set([...answered, ...this.#merges()])];
  });

  /** The one that its pictures show. */
  readonly #main = ko.pureComputed<Answer | null>(() => this.#answers()[0] ?? null);

  readonly #entryOf = (merge: Merge | undefined): Entry | null =>
    this.page.entries().find((entry) => entry.merge === merge) ?? null;

  /** The best row; null where none is ranked. */
  readonly best = ko.pureComputed<Entry | null>(() => this.#entryOf(this.#main()?.ranked[0]));

  /** The baseline that the address names; null where it names none that is there and can be ranked. */
  readonly named = ko.pureComputed<Entry | null>(() => {
    const asked = this.page.selection().baseline;
    const named = this.page.entries().find(({ id }) => id === asked) ?? null;
    return named !== null && this.unranked().has(named.merge) ? null : named;
  });

  /** The row that the others are compared with: the one that is asked for, the platform alone, or the best. */
  readonly baseline = ko.pureComputed<Entry | null>(
    () => this.named() ?? this.#entryOf(this.#main()?.reference ?? undefined) ?? this.best(),
  );
  readonly on = ko.pureComputed(() => this.baseline() !== null && this.page.entries().length > 1);

  #byOf({ merge }: Entry): RankedBy & ComparedBy {
    const by = rankedBy(merge.combination.scenario, this.page.scenarios(), this.#merges());
    return rankedAmong(by, merge, this.#merges());
  }

  readonly verdicts = ko.pureComputed<Verdicts | null>(() => {
    const baseline = this.baseline();
    return baseline === null ? null : this.#verdictsOf(this.page.entries(), baseline);
  });

  #verdictsOf(entries: Entry[], baseline: Entry): Verdicts {
    const by = {
      ...this.#byOf(baseline),
      rankSubstitutes: this.#substitutes(),
      family: this.#familyOf(this.#sessionOf(baseline.merge)),
    };
    return verdictsOf(entries, baseline, by, ({ merge }) => this.unranked().get(merge) ?? null);
  }

  /** The test behind the verdicts, in words. */
  readonly testText = ko.pureComputed(() => this.verdicts()?.test ?? 'No row could be tested.');

  /** The entries of the rows of one answer: their names tell them from each other, and not from all rows of the page. */
  #entriesOf(rows: Merge[]): Entry[] {
    const entries = this.page.entries().filter(({ merge }) => rows.includes(merge));
    const merges = entries.map(({ merge }) => merge);
    const labels = labelMerges(merges, this.page.scenarios());
    const shorts = shortLabels(merges, labels);
    return entries.map((entry, index) => ({ ...entry, label: labels[index]!, short: shorts[index]! }));
  }

  readonly texts = ko.pureComputed<ShownAnswer[]>(() => {
    const answers = this.#answers();
    return answers.slice(0, MOST_ANSWERS).map((answer) => {
      const rows = rowsOf(answer);
      const entries = this.#entriesOf(rows);
      const labels = new Map(entries.map(({ merge, label, short }) => [merge, { label, short }]));
      const session = rows[0] === undefined ? null : this.#sessionOf(rows[0]);
      const isOneOfSeveral = answers.filter((other) => this.#sessionOf(rowsOf(other)[0]!) === session).length > 1;
      const [any] = rows;
      const roles = any ? rolesOf(any.combination.scenario, this.page.scenarios(), this.#merges()) : {};
      const text = answerText(answer, (merge) => labels.get(merge)?.label ?? merge.key);
      const shortName = (merge: Merge) => labels.get(merge)?.short ?? merge.key;
      const [first = text.method.join(' '), ...more] = orderSentences(answer, shortName, '\u00a0×').map((text) =>
        text.replaceAll(' %', '\u00a0%'),
      );
      return {
        ...text,
        title: any ? loadTitle(answer.question, rows) : '',
        load: isOneOfSeveral && any ? loadOf(any, this.page.scenarios()) : '',
        session: this.page.sessionTitle(session),
        entries,
        first,
        second: more.join(' '),
        board: boardOf(answer, roles, this.page.specs()),
        over:
          answer.reference === null
            ? superlative(answer.question.words.better).toLowerCase()
            : shortName(answer.reference),
        ratios: ratiosOf(answer),
      };
    });
  });
  readonly moreText = ko.pureComputed(() => {
    const answers = this.#answers().length;
    if (answers === 0) return 'Each row was run under a load of its own: there is nothing to compare it with.';
    const more = answers - MOST_ANSWERS;
    return more > 0 ? `${more} more loads or sessions have answers of their own: choose fewer above to see them.` : '';
  });
  readonly anyUndecided = ko.pureComputed(() => this.#answers().some(({ undecided }) => undecided.length > 0));

  readonly graphs = ko.pureComputed<Graph[]>(() => {
    const answers = this.#answers();
    const ratios = answers.slice(0, MOST_ANSWERS).flatMap((answer, index) => this.#ratiosOf(answer, index) ?? []);
    const [main, ...others] = answers;
    return [...ratios, ...(main === undefined || others.length > 0 ? [] : this.#costsOf(main))];
  });

  /** The row of an answer that its picture compares others with. */
  #baselineOf({ reference, ranked, skipped, question }: Answer, entries: Entry[]): Entry | null {
    const named = entries.find(({ id }) => id === this.named()?.id);
    const [unrankedFirst] = byFigure(
      skipped.map(({ merge }) => merge),
      question,
    );
    const usual = reference ?? ranked[0] ?? unrankedFirst;
    return named ?? entries.find(({ merge }) => merge === usual) ?? null;
  }

  #ratiosOf(answer: Answer, index: number): Graph | null {
    const entries = this.#entriesOf(rowsOf(answer));
    const baseline = this.#baselineOf(answer, entries);
    if (baseline === null) return null;
    const by = this.#byOf(baseline);
    const comparisons = this.unranked().has(baseline.merge) ? [] : this.#verdictsOf(entries, baseline).comparisons;
    const spec = specOf(this.page.specs(), by.metric);
    return ratioGraph(ratiosId(index), entries, { baseline, comparisons, by, spec });
  }

  #costsOf(answer: Answer): Graph[] {
    const { hide } = this.page.selection();
    const drawn = this.#entriesOf(rowsOf(answer)).filter(({ id, merge }) => !hide.includes(id) && merge.runs > 0);
    const [any] = drawn;
    if (any === undefined) return [];
    const roles = rolesOf(any.merge.combination.scenario, this.page.scenarios(), this.#merges());
    return costGraphs(drawn.slice(0, MOST_DRAWN), this.#byOf(any), this.page.specs(), roles);
  }
}

const mergesOf = (loaded: Loaded[], wanted: string | null): Merge[] =>
  loaded.filter(({ session }) => session === wanted).map(({ merge }) => merge);
