/** The page's state: what is chosen, what was loaded, and what follows from both. */
import ko from 'knockout';
import { labelMerges } from '../../merge/combination.ts';
import { notRankedBecause } from '../../merge/compare.ts';
import type { Merge } from '../../merge/types.ts';
import { type Graph, graphsOf } from './graphs.ts';
import { stylesOf, type Theme, themeOf } from './palette.ts';
import { type Entry, latencyRow, messageRow, notesOf, resourceRow, sortFigure } from './rows.ts';
import { type LatencyChoice, LISTS, type ListName, type Selection } from './selection.ts';
import type { Session, Source } from './source.ts';
import { type Verdicts, verdictsOf } from './verdicts.ts';

/** A merge with the session it was asked for by itself; null where sessions are merged. */
interface Loaded {
  merge: Merge;
  session: string | null;
}

const READ: Record<ListName, (merge: Merge) => string> = {
  framework: ({ combination }) => combination.framework,
  transport: ({ combination }) => combination.transport,
  scenario: ({ combination }) => combination.scenario,
  swarm: ({ combination }) => combination.swarm,
  kind: ({ kind }) => kind,
};

/** As many sessions as the API takes in one query. */
const MAX_NAMED = 200;

const distinct = (values: string[]) => [...new Set(values)].sort();

/** A computed that passes a change on only when its JSON differs, so that the page keeps its focus and charts. */
function steady<T>(read: () => T): ko.PureComputed<T> {
  const text = ko.pureComputed(() => JSON.stringify(read()));
  return ko.pureComputed(() => JSON.parse(text()) as T);
}

export class ChartsPage {
  readonly selection: ko.Observable<Selection>;
  readonly dark = ko.observable(false);
  readonly sessions = ko.observableArray<Session>([]);
  readonly loaded = ko.observableArray<Loaded>([]);
  /** `loading` until the first answer, `error` when the last one failed. */
  readonly status = ko.observable<'loading' | 'ready' | 'error'>('loading');
  readonly busy = ko.observable(false);
  readonly error = ko.observable('');
  #loads = 0;

  constructor(
    readonly source: Source,
    selection: Selection,
  ) {
    this.selection = ko.observable(selection);
  }

  /** Changes parts of the selection. */
  choose(part: Partial<Selection>): void {
    this.selection({ ...this.selection(), ...part });
  }

  /** Session ids to ask for; null: all. */
  readonly chosenSessions = steady(() => {
    const { session } = this.selection();
    if (session !== 'newest') return session;
    const newest = this.sessions()[0];
    return newest ? [newest.id] : null;
  });

  readonly query = steady(() => ({
    sessions: this.chosenSessions(),
    includeInvalid: this.selection().invalid,
    apart: this.selection().apart,
  }));

  /** Asks for the sessions, then for the merges of the chosen ones; keeps what is shown until the answer is there. */
  async load(): Promise<void> {
    const load = ++this.#loads;
    this.busy(true);
    try {
      const sessions = await this.source.sessions();
      if (load !== this.#loads) return;
      this.sessions(sessions);
      const { sessions: chosen, includeInvalid, apart } = this.query();
      // Named one by one also when all are wanted: unasked, the API leaves out the sessions that came with Outcry.
      const ids = chosen ?? sessions.map(({ id }) => id);
      const parts = apart ? ids.map((id) => [id]) : [chosen === null && ids.length > MAX_NAMED ? null : ids];
      const answers = await Promise.all(
        parts.map(async (part) => {
          if (part?.length === 0 && !this.source.report) return [];
          const merges = await this.source.merges({ sessions: part, includeInvalid });
          return merges.map((merge) => ({ merge, session: apart ? (part?.[0] ?? null) : null }));
        }),
      );
      if (load !== this.#loads) return;
      this.loaded(answers.flat());
      this.status('ready');
      this.error('');
    } catch (error) {
      if (load !== this.#loads) return;
      this.error((error as Error).message);
      this.status('error');
    } finally {
      if (load === this.#loads) this.busy(false);
    }
  }

  /** What there is to choose from, per list. */
  readonly values = Object.fromEntries(
    LISTS.map((name) => [name, steady(() => distinct(this.loaded().map(({ merge }) => READ[name](merge))))]),
  ) as Record<ListName, ko.PureComputed<string[]>>;

  /** All frameworks of all sessions, so that each keeps its colour. */
  readonly frameworks = steady(() =>
    distinct([...this.sessions().flatMap(({ frameworks }) => frameworks), ...this.values.framework()]),
  );

  readonly labelOf = ko.pureComputed(() => {
    const labels = new Map<string, string>();
    for (const { merge } of this.loaded()) labels.set(merge.combination.framework, merge.combination.frameworkLabel);
    return labels;
  });

  readonly filter = steady(() => LISTS.map((name) => this.selection()[name]));

  readonly arrangement = steady(() => {
    const { order, latency, standIns } = this.selection();
    const byName = order === 'name';
    return { order, latency: byName ? 'fromSent' : latency, apart: !byName && !standIns };
  });

  /** The rows: loaded merges that the lists let through. */
  readonly entries = ko.pureComputed<Entry[]>(() => {
    const filter = this.filter();
    const chosen = this.loaded().filter(({ merge }) =>
      LISTS.every((name, index) => filter[index]?.includes(READ[name](merge)) ?? true),
    );
    const merges = chosen.map(({ merge }) => merge);
    const labels = labelMerges(merges);
    const styles = stylesOf(merges, this.frameworks(), this.dark());
    const entries = chosen.map(({ merge, session }, index) => ({
      id: session === null ? merge.key : `${merge.key}@${session}`,
      label: labels[index]!,
      merge,
      style: styles[index]!,
    }));
    const { order, latency, apart } = this.arrangement();
    const figureOf = (entry: Entry) => sortFigure(entry, order, latency) ?? Number.POSITIVE_INFINITY;
    // A row's place by a figure is a rank: what is not ranked comes after what is.
    const groupOf = ({ merge }: Entry) => (apart && notRankedBecause(merge) !== null ? 1 : 0);
    // Equal figures, and all of them when sorted by name, stay in the order they came in.
    const byFigure = (a: Entry, b: Entry) => (figureOf(a) === figureOf(b) ? 0 : figureOf(a) - figureOf(b));
    return entries.sort((a, b) => groupOf(a) - groupOf(b) || byFigure(a, b));
  });

  /** Whether there is anything that is ranked only when asked. */
  readonly anyNotRanked = ko.pureComputed(() => this.entries().some(({ merge }) => notRankedBecause(merge) !== null));

  readonly theme = ko.pureComputed<Theme>(() => themeOf(this.dark()));
  readonly latency = ko.pureComputed<LatencyChoice>(() => this.selection().latency);

  readonly baseline = ko.pureComputed<Entry | null>(
    () => this.entries().find(({ id }) => id === this.selection().baseline) ?? null,
  );
  readonly comparing = ko.pureComputed(() => this.baseline() !== null);

  readonly verdicts = ko.pureComputed<Verdicts | null>(() => {
    const baseline = this.baseline();
    return baseline && verdictsOf(this.entries(), baseline, this.selection().standIns);
  });

  readonly latencyRows = ko.pureComputed(() =>
    this.entries().map((entry, index) => ({
      ...latencyRow(entry, this.latency()),
      verdict: this.verdicts()?.cells[index] ?? null,
    })),
  );

  /** The test behind the verdicts, in words. */
  readonly testText = ko.pureComputed(() => {
    const test = this.verdicts()?.test;
    return test ? `${test}. Compared are mean latencies from sending.` : 'No row could be tested.';
  });
  readonly anyShortTest = ko.pureComputed(() => this.latencyRows().some(({ shortTest }) => shortTest));
  readonly messageRows = ko.pureComputed(() => this.entries().map(messageRow));
  readonly resourceRows = ko.pureComputed(() => this.entries().map(resourceRow));
  readonly notes = ko.pureComputed(() => this.entries().map(notesOf));
  readonly graphs = ko.pureComputed<Graph[]>(() => graphsOf(this.entries(), this.selection()));

  readonly isLoading = ko.pureComputed(() => this.status() === 'loading');
  readonly isError = ko.pureComputed(() => this.status() === 'error');
  readonly isEmpty = ko.pureComputed(
    () => this.status() === 'ready' && this.loaded().length === 0 && this.sessions().length === 0,
  );
  readonly nothingChosen = ko.pureComputed(
    () => this.status() === 'ready' && !this.isEmpty() && this.entries().length === 0,
  );
  readonly hasAnything = ko.pureComputed(() => this.sessions().length > 0 || this.loaded().length > 0);
  /** For `aria-busy`. */
  readonly busyText = ko.pureComputed(() => String(this.busy()));
  readonly hasRows = ko.pureComputed(() => this.entries().length > 0);
  readonly summary = ko.pureComputed(() => {
    const entries = this.entries();
    const runs = entries.reduce((sum, { merge }) => sum + merge.runs, 0);
    const excluded = entries.reduce((sum, { merge }) => sum + merge.excluded.length, 0);
    const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
    return `${count(entries.length, 'combination')}, ${count(runs, 'run')} averaged${excluded > 0 ? `, ${excluded} left out as invalid` : ''}`;
  });
}
