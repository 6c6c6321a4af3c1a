/** Starts the page: reads the address, loads, binds, and keeps address and page together. */
import './style/style.css';
import './style/controls.css';
import './style/results.css';
import './style/answer.css';
import './style/scoreboard.css';
import './style/study.css';
import './style/print.css';
import ko from 'knockout';
import { useParsedBindings } from './view/bindings.ts';
import './view/cells.ts';
import './view/explanations.ts';
import { timeText } from '../../records/session-title.ts';
import { exportMerge } from '../merge-export.ts';
import { ChartsPage } from './view/charts-page.ts';
import { Controls } from './view/controls.ts';
import { download, toCsv } from './view/files.ts';
import { Footprints } from './view/footprints.ts';
import './view/graph-cards.ts';
import { apiSource, reportSource } from './model/data-source.ts';
import { DECLARED_COLOURS } from './model/declared-colours.ts';
import { PublishedFigures } from './model/published-figures.ts';
import { readSelection, writeSelection } from './model/selection.ts';
import { tableRows } from './model/table-file.ts';
import { ImportPanel } from './view/import-panel.ts';
import { Progress } from './view/progress.ts';
import { Scoreboards } from './view/scoreboard.ts';
import { bandsOf, cardsOf, Section } from './view/section.ts';
import { StudyCard } from './view/study-card.ts';

const reportElement = document.getElementById('report-data');
const source = reportElement?.textContent?.trim() ? reportSource(reportElement) : apiSource;
const page = new ChartsPage(source, readSelection(location.search), DECLARED_COLOURS);

const darkScheme = matchMedia('(prefers-color-scheme: dark)');
page.dark(darkScheme.matches);
darkScheme.addEventListener('change', () => page.dark(darkScheme.matches));

// A step back must not become a step of its own.
let stepping = false;
page.selection.subscribe((selection) => {
  if (!stepping) history.pushState(null, '', `${location.pathname}${writeSelection(selection)}`);
});
addEventListener('popstate', () => {
  stepping = true;
  page.selection(readSelection(location.search));
  stepping = false;
});
if (!page.studyAlone) page.query.subscribe(() => void page.load());

const statistics = ko.observable(false);
const progress = new Progress(() => page.loadAgain());
ko.computed(() => page.measuring(progress.running() && !progress.over()));

const root = {
  page,
  controls: new Controls(page),
  bands: bandsOf(page),
  costs: cardsOf(page, 'costs'),
  histories: cardsOf(page, 'history'),
  figures: new Section('figures', page),
  server: new Section('server', page),
  messages: new Section('messages', page),
  live: source.report === null,
  report: source.report,
  reportTime: timeText(source.report?.createdAt ?? null),
  imports: new ImportPanel(async (sessions) => {
    await page.load();
    if (sessions.length > 0) page.choose({ session: sessions });
  }),
  study: new StudyCard(page),
  progress,
  scoreboards: new Scoreboards(page),
  statisticsShown: ko.pureComputed(() => statistics() && page.comparing.texts().length > 0),
  statisticsExpanded: ko.pureComputed(() => String(statistics())),
  toggleStatistics: () => statistics(!statistics()),
  published: new PublishedFigures(),
  footprints: new Footprints(),
  retry: () => void page.load(),
  tableCsv: () =>
    download('outcry-merges.csv', 'text/csv', toCsv(tableRows(page.entries(), page.specs(), page.scenarios()))),
  mergesJson: () =>
    download(
      'outcry-merges.json',
      'application/json',
      JSON.stringify(
        page.entries().map(({ merge }) => exportMerge(merge, page.scenarios())),
        null,
        2,
      ),
    ),
};

useParsedBindings();
ko.applyBindings(root, document.body);
if (source.report !== null) document.title = `Outcry: ${source.report.title}`;
document.body.removeAttribute('data-starting');
// Asked for first: a reader of a study need not wait for charts.
if (root.live) void root.study.load();
if (!page.studyAlone) await page.load();
if (root.live && !page.studyAlone) {
  root.progress.watch();
  void root.published.load();
  void root.footprints.load();
}
