/** Starts the page: reads the address, loads, binds, and keeps address and page together. */
import './style.css';
import './controls.css';
import './results.css';
import './study.css';
import ko from 'knockout';
import { useParsedBindings } from './bindings.ts';
import './cells.ts';
import { exportMerge } from '../merge-export.ts';
import { ChartsPage } from './charts-page.ts';
import { Controls } from './controls.ts';
import { download, toCsv } from './files.ts';
import { Footprints } from './footprints.ts';
import './graph-cards.ts';
import { ImportPanel } from './import-panel.ts';
import { Progress } from './progress.ts';
import { PublishedFigures } from './published-figures.ts';
import { AnswerCards, Section } from './section.ts';
import { readSelection, writeSelection } from './selection.ts';
import { apiSource, reportSource } from './source.ts';
import { StudyCard } from './study-card.ts';
import { tableRows } from './table-file.ts';

const reportElement = document.getElementById('report-data');
const source = reportElement?.textContent?.trim() ? reportSource(reportElement) : apiSource;
const page = new ChartsPage(source, readSelection(location.search));

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
page.query.subscribe(() => void page.load());

const root = {
  page,
  controls: new Controls(page),
  answer: new AnswerCards(page),
  figures: new Section('figures', page),
  server: new Section('server', page),
  messages: new Section('messages', page),
  live: source.report === null,
  report: source.report,
  imports: new ImportPanel(async (sessions) => {
    await page.load();
    if (sessions.length > 0) page.choose({ session: sessions });
  }),
  study: new StudyCard(page),
  progress: new Progress(() => page.load()),
  published: new PublishedFigures(),
  footprints: new Footprints(),
  retry: () => void page.load(),
  tableCsv: () => download('outcry-merges.csv', 'text/csv', toCsv(tableRows(page.entries(), page.specs()))),
  mergesJson: () =>
    download(
      'outcry-merges.json',
      'application/json',
      JSON.stringify(
        page.entries().map(({ merge }) => exportMerge(merge)),
        null,
        2,
      ),
    ),
};

useParsedBindings();
ko.applyBindings(root, document.body);
document.body.removeAttribute('data-starting');
// Asked for first: whoever came for a study need not wait for charts.
if (root.live) void root.study.load();
await page.load();
if (root.live) {
  root.progress.watch();
  void root.published.load();
  void root.footprints.load();
}
