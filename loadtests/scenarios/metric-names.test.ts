/** Only a scenario's folder knows its metrics by name: every other source asks for a role (`protocol/scenario-charts.ts`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  BACKEND_METRICS,
  CLIENT_METRICS,
  HOP_METRICS,
  RESOURCE_METRICS,
  SERVER_METRICS,
} from '../../metrics/standard-metrics.ts';
import { ROOT } from '../../system/root.ts';
import { findScenarios, SCENARIOS_DIR } from './find.ts';

const FOLDERS = [
  ...['apps', 'chart-merger', 'cli', 'client-launcher', 'footprint', 'lab', 'loadtests', 'member', 'merge', 'metrics'],
  ...['protocol', 'records', 'setup', 'shared-ui', 'system', 'web-api'],
];

const MAY_KNOW = [
  'loadtests/scenarios',
  'metrics/entries.ts',
  // It makes records of one scenario from a format that names its series.
  'web-api/import',
  // They time plain pages and processes beside what a scenario measures of them.
  'lab/bench',
  'apps/socket.io/bench',
];

const isTest = (path: string): boolean => /\.(test|fault|page|bench|containers)\.ts$|(^|\/)testing\//.test(path);

function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      return /^(\..*|node_modules|dist|target|obj|bin)$/.test(entry.name) ? [] : sources(path);
    }
    return /\.(ts|mjs|js|html)$/.test(entry.name) ? [relative(ROOT, path).replaceAll('\\', '/')] : [];
  });
}

const withoutComments = (text: string): string => text.replace(/\/\*.*?\*\/|<!--.*?-->|(?<=^|\s)\/\/.*?$/gms, '');

/** Names that are words of their own are found as what is read from metrics; the others wherever they stand. */
function patternOf(name: string): RegExp {
  const read = `metrics\\??\\.${name}\\b|figureOf\\(\\w+, '${name}'|\\{[^{}]*\\b${name}\\b[^{}]*\\} = [\\w.]*metrics\\b|['"\`]${name}\\.(mean|p\\d+|max|min|total|typical)`;
  const isTelling = Object.hasOwn({ ...CLIENT_METRICS, ...BACKEND_METRICS }, name) && /[A-Z]/.test(name);
  const quoted = /[A-Z]/.test(name) ? `|['"]${name}['"]` : '';
  return new RegExp(isTelling ? `\\b${name}\\b` : read + quoted);
}

/** The metrics that belong to scenarios; what runner and toolbox measure themselves does not. */
async function ownNames(): Promise<string[]> {
  const found = await findScenarios([SCENARIOS_DIR]);
  const own = found.flatMap(({ scenario }) => Object.keys({ ...scenario.metrics, ...scenario.derived }));
  const platform = { ...HOP_METRICS, ...SERVER_METRICS, ...RESOURCE_METRICS };
  return [...new Set([...own, ...Object.keys({ ...CLIENT_METRICS, ...BACKEND_METRICS })])].filter(
    (name) => !Object.hasOwn(platform, name),
  );
}

function namesIn(text: string, names: readonly string[]): string[] {
  const code = withoutComments(text);
  return names.filter((name) => patternOf(name).test(code));
}

test('no source outside of the scenarios names one of their metrics', async () => {
  const names = await ownNames();
  const paths = FOLDERS.flatMap((folder) => sources(join(ROOT, folder))).filter(
    (path) => !isTest(path) && !MAY_KNOW.some((known) => path === known || path.startsWith(`${known}/`)),
  );
  expect(paths).toEqual(
    expect.arrayContaining(['cli/output/session-progress.ts', 'chart-merger/page/model/table-file.ts']),
  );
  const told = paths.flatMap((path) =>
    namesIn(readFileSync(join(ROOT, path), 'utf8'), names).map((name) => `${path}: ${name}`),
  );
  expect(told).toEqual([]);
});

test.each([
  ['a standard metric', "const TOLD = ['fromSent', 'serverCpu'];", ['fromSent']],
  ['a key', 'const NAMES = { fromDue: 1 };', ['fromDue']],
  ['a metric that is read', 'const { delivery } = record.metrics;', ['delivery']],
  ['a metric that is read at once', 'p99Of(metrics.lateness)', ['lateness']],
  ['a metric whose usual figure is read', "figureOf(record, 'held')", ['held']],
  ['a figure of one', "figureOf(record, 'held.total')", ['held']],
  ["a scenario's own", "figureOf(record, 'cpuPerDeliveries')", ['cpuPerDeliveries']],
  ['a comment', '// as fromSent.p99\n/** `fromDue` */', []],
  ['a word', "status === 'held' && { lateness: probe.lateness }", []],
])('%s is told from what is none', async (_, code, names) => {
  expect(namesIn(code, await ownNames())).toEqual(names);
});
