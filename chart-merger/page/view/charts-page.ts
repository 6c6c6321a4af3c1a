/** The page's state: what follows from what is chosen and what was loaded. */
import ko from 'knockout';
import { chartsOf, specsOf } from '../../../merge/charts.ts';
import { notRankedBecause } from '../../../merge/compare/compare.ts';
import { labelMerges, shortLabels } from '../../../merge/text/labels.ts';
import { noticesOf } from '../../../merge/text/notices.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import type { ScenarioCharts } from '../../../protocol/scenario-charts.ts';
import { unreadableSentences } from '../../../records/problems.ts';
import { titleOf } from '../../../records/session-title.ts';
import { notOpened } from '../../../records/session-to-open.ts';
import { MOST_DRAWN } from '../model/answer-graphs.ts';
import type { Source } from '../model/data-source.ts';
import { type Graph, graphsOf } from '../model/graphs.ts';
import { historiesIn, historyGraphs, historyTexts } from '../model/history-graphs.ts';
import { type Layout, layOut, leadOf, type Specs, specOf, uniteCharts } from '../model/layout.ts';
import { chosenFrom, distinct, type Loaded, MOST_APART, valuesIn } from '../model/loaded-merges.ts';
import { type DeclaredColours, styleOf, type Theme, themeOf } from '../model/palette.ts';
import { inOrder } from '../model/row-order.ts';
import { type Entry, idOf, notesOf, originOf } from '../model/row-texts.ts';
import { searchTables } from '../model/searches.ts';
import { LISTS, type ListName, type Selection } from '../model/selection.ts';
import { steadyText } from '../model/steady-graphs.ts';
import { cellOf, isShort } from '../model/table-cells.ts';
import { unknownNames } from '../model/unknown-names.ts';
import { Comparing } from './comparing.ts';
import { DrawingQueue } from './drawing-queue.ts';
import { PageData, steady } from './page-data.ts';

export class ChartsPage extends PageData {
  readonly dark = ko.observable(false);
  readonly drawings = new DrawingQueue();
  /** A session is being measured. */
  readonly measuring = ko.observable(false);
  /** The page shows a study and nothing else. */
  readonly studyAlone: boolean;

  /** @param colours those that frameworks declare */
  constructor(
    source: Source,
    selection: Selection,
    readonly colours: DeclaredColours = {},
  ) {
    super(source, selection);
    this.studyAlone = source.report === null && selection.study !== null;
  }

  /** The choices per list. */
  readonly values = Object.fromEntries(
    LISTS.map((name) => [name, steady(() => valuesIn(this.loaded(), name))]),
  ) as Record<ListName, ko.PureComputed<string[]>>;

  readonly labelOf = ko.pureComputed(() => {
    const labels = new Map<string, string>();
    for (const { merge } of this.loaded()) labels.set(merge.combination.framework, merge.combination.frameworkLabel);
    return labels;
  });

  /** Says that sessions are left out, and how to see them; empty where none is. */
  readonly apartText = ko.pureComputed(() => {
    const count = this.chosenSessions()?.length ?? this.list.total();
    if (this.selection().together || count <= MOST_APART) return '';
    return `${MOST_APART} of ${count} sessions are shown. Choose fewer above, or average them together.`;
  });

  /** Names the session that a row was asked for by itself; empty for null. */
  sessionTitle(id: string | null): string {
    if (id === null) return '';
    const session = this.sessions().find((each) => each.id === id);
    return session === undefined ? id : titleOf(session);
  }

  readonly filter = steady(() => LISTS.map((name) => this.selection()[name]));

  /** The merges that the lists let through. */
  readonly chosen = ko.pureComputed<Loaded[]>(() => chosenFrom(this.loaded(), this.filter()));

  /** The metric specs of the chosen merges. */
  readonly specs = steady<Specs>(() => specsOf(this.chosen().map(({ merge }) => merge)));

  /** The tables and graphs of all scenarios that the chosen merges are of. */
  readonly charts = steady<ScenarioCharts | null>(() => {
    const merges = this.chosen().map(({ merge }) => merge);
    const names = distinct(merges.map(({ combination }) => combination.scenario));
    return uniteCharts(names.map((name) => chartsOf(name, this.scenarios(), merges)));
  });

  /** The trend that the rows are about; null when they are about none. */
  readonly lead = ko.pureComputed(() => {
    const charts = this.charts();
    return charts && leadOf(charts, this.specs());
  });

  /** The trends that can be shown in its place: those of its unit that were measured, or that runs say why they were not. */
  readonly trends = steady<string[]>(() => {
    const lead = this.lead();
    if (lead === null) return [];
    const unit = specOf(this.specs(), lead).unit;
    const missing = this.chosen().flatMap(({ merge }) =>
      Object.keys(merge.notMeasured).map((path) => path.replace(/^metrics\./, '')),
    );
    const names = [...Object.keys(this.specs()), ...missing.filter((name) => Object.hasOwn(CLIENT_METRICS, name))];
    const trends = names.filter((name) => {
      const spec = specOf(this.specs(), name);
      return spec.kind === 'trend' && spec.unit === unit;
    });
    return [...new Set([lead, ...trends])];
  });

  /** The trend that is shown: the one that was asked for, where it is among them. */
  readonly shown = ko.pureComputed(() => {
    const { latency } = this.selection();
    return latency !== null && this.trends().includes(latency) ? latency : this.lead();
  });

  /** The rows: loaded merges that the lists let through, in the order that was asked for. */
  readonly entries = ko.pureComputed<Entry[]>(() => {
    const chosen = this.chosen();
    const merges = chosen.map(({ merge }) => merge);
    const labels = labelMerges(merges, this.scenarios());
    const shorts = shortLabels(merges, labels);
    const unranked = this.comparing.unranked();
    const entries = chosen.map(({ merge, session }, index) => ({
      id: idOf(merge, session),
      label: labels[index]!,
      short: shorts[index]!,
      merge,
      style: { ...styleOf(merge.combination, this.dark(), this.colours), hollow: unranked.has(merge) },
    }));
    return inOrder(entries, {
      order: this.order(),
      answer: this.comparing.order(),
      unranked,
      lead: this.lead(),
      shown: this.shown(),
    });
  });

  /** True if there are rows that are ranked only on request. */
  readonly anyNotRanked = ko.pureComputed(() => this.entries().some(({ merge }) => notRankedBecause(merge) !== null));

  /** The answer, and rows against a baseline. */
  readonly comparing = new Comparing(this);

  readonly theme = ko.pureComputed<Theme>(() => themeOf(this.dark()));
  readonly order = ko.pureComputed<string>({
    read: () => this.selection().order,
    write: (value) => this.choose({ order: value }),
  });

  readonly layout = steady<Layout | null>(() => {
    const charts = this.charts();
    const expected = (name: string) =>
      this.chosen().some(
        ({ merge: { metrics } }) => metrics[name]?.kind === 'count' && metrics[name].expected !== null,
      );
    return charts && layOut(charts, this.specs(), this.lead(), this.shown(), expected);
  });

  readonly anyShortTest = ko.pureComputed(() => {
    const columns = this.layout()?.figures ?? [];
    return this.entries().some(({ merge }) => columns.some((column) => isShort(cellOf(merge, column))));
  });
  readonly anyTrend = ko.pureComputed(() => this.lead() !== null);
  readonly unitText = ko.pureComputed(() => {
    const unit = specOf(this.specs(), this.lead() ?? '').unit;
    return unit === 'ms' ? 'Milliseconds' : unit;
  });
  readonly figuresHeading = ko.pureComputed(() => (this.lead() === null ? 'Figures' : 'Latency'));
  readonly searches = ko.pureComputed(() =>
    searchTables(this.entries(), this.charts()?.compare.metric ?? '', this.specs(), this.scenarios()),
  );
  readonly notes = ko.pureComputed(() => notesOf(this.entries(), this.scenarios()));
  /** The origin of the figures, as saved pictures say it. */
  readonly origin = ko.pureComputed(() => originOf(this.entries(), this.scenarios()));
  /** The mandatory notices: no figure may be shown without them. */
  readonly notices = ko.pureComputed(() => noticesOf(this.entries().map(({ merge }) => merge)));
  readonly #drawn = ko.pureComputed(() => {
    const { hide } = this.selection();
    return this.entries().filter(({ id, merge }) => !hide.includes(id) && merge.runs > 0);
  });
  /** Says that graphs do not have all rows; empty where they have. */
  readonly drawnText = ko.pureComputed(() => {
    const rows = this.#drawn().length;
    if (rows <= MOST_DRAWN) return '';
    return `Charts have the first ${MOST_DRAWN} of ${rows} rows. Hide some of them here to see others, or choose fewer above.`;
  });
  readonly #planned = ko.pureComputed<Graph[]>(() => {
    const { log } = this.selection();
    const charts = this.charts();
    const [plans, specs] = [charts?.graphs ?? [], this.specs()];
    return graphsOf(this.#drawn().slice(0, MOST_DRAWN), {
      ...{ plans, specs, lead: this.lead(), shown: this.shown(), log, marked: charts?.marked },
    });
  });
  readonly graphs = ko.pureComputed<Graph[]>(() => [
    ...this.comparing.graphs(),
    ...historyGraphs(this.#histories(), this.entries()),
    ...this.#planned().filter((graph) => steadyText(graph) === null),
  ]);
  readonly #histories = ko.pureComputed(() => historiesIn(this.entries(), this.scenarios()));
  readonly historyTexts = ko.pureComputed(() => historyTexts(this.#histories(), this.entries()));
  /** A sentence in place of graphs that are not drawn. */
  readonly steadyText = ko.pureComputed(() => {
    const steady = this.#planned().flatMap((graph) => steadyText(graph) ?? []);
    return steady.length === 0 ? '' : `The same in every row and second: ${steady.join('; ')}.`;
  });

  /** A newer session than the one that the page opened with; null: there is none. */
  readonly newer = ko.pureComputed(() => {
    const newer = this.selection().session === 'newest' ? notOpened(this.sessions(), this.opening()) : null;
    return newer && { text: newer.text, link: `/?session=${encodeURIComponent(newer.id)}` };
  });
  /** Unknown names and unreadable files among what was asked for. */
  readonly missing = ko.pureComputed(() => {
    if (this.status() !== 'ready') return [];
    const sessions = this.sessions().map(({ id }) => id);
    const unknown = this.measuring() || this.source.report ? [] : unknownNames(this.selection(), sessions, this.values);
    const unreadable = this.source.report?.unreadable ?? unreadableSentences(this.problems(), this.chosenSessions());
    return [...unknown, ...unreadable];
  });

  readonly isLoading = ko.pureComputed(() => this.status() === 'loading' && !this.studyAlone);
  readonly isError = ko.pureComputed(() => this.status() === 'error');
  readonly isEmpty = ko.pureComputed(
    () => this.status() === 'ready' && !this.measuring() && this.loaded().length === 0 && this.sessions().length === 0,
  );
  /** A session runs and has no figures yet. */
  readonly isWaiting = ko.pureComputed(
    () => this.status() === 'ready' && this.measuring() && this.loaded().length === 0,
  );
  readonly nothingChosen = ko.pureComputed(
    () => this.status() === 'ready' && !this.isEmpty() && !this.isWaiting() && this.entries().length === 0,
  );
  /** True if there is anything to choose from; a study stands alone. */
  readonly hasChoices = ko.pureComputed(
    () => !this.studyAlone && (this.sessions().length > 0 || this.loaded().length > 0),
  );
  /** For `aria-busy`. */
  readonly busyText = ko.pureComputed(() => String(this.busy() || this.drawings.busy()));
  readonly hasRows = ko.pureComputed(() => this.entries().length > 0);
}
