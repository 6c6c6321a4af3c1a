/** The table of what apps add to their frameworks and leave out, made from what is under `apps/`. */
import { TRANSPORT_ENTRIES, type Transport } from '../../../metrics/transports.ts';
import { type Marks, withWrittenPart } from '../../../system/generated-section.ts';
import type { App, Beside } from './manifest.ts';

/** The page, from the root. */
export const BESIDE_PAGE = 'docs/apps-beside-frameworks.md';

const MARKS: Marks = {
  begin: '<!-- Written by ./outcry generate from apps/*/app.json: change those. -->',
  end: '<!-- end of what is written -->',
};

const COLUMNS: Record<keyof Beside, string> = {
  envelope: 'envelope',
  names: 'names of events',
  acknowledgements: 'answer to an event',
  heartbeat: 'heartbeat',
  backlog: 'a client that falls behind',
  leftOut: 'left out',
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/[\r\n]+/g, ' ');

/** The transports that are compressed with `--deflate`. */
function compressed({ transports }: App): string {
  const names = (Object.keys(transports) as Transport[]).filter((name) => transports[name]!.compression !== undefined);
  return names.length === 0 ? 'never' : names.map((name) => TRANSPORT_ENTRIES[name].label).join(', ');
}

function cellsOf(app: App): string[] {
  const cells = Object.keys(COLUMNS).map((column) => app.beside?.[column as keyof Beside] ?? 'not said');
  return [...cells, compressed(app)].map(cell);
}

/** The mark of a cell of a further runtime that says what the one above it says. */
const DITTO = '″';

/** A row for each app; apps that say the same have one. */
function rowsOf(apps: App[]): string[] {
  const byCells = new Map<string, { first: App; links: string[]; cells: string[] }>();
  for (const app of apps) {
    const cells = cellsOf(app);
    const row = byCells.get(cells.join(' | ')) ?? { first: app, links: [], cells };
    row.links.push(`[${cell(app.label)}](../apps/${app.id})`);
    byCells.set(cells.join(' | '), row);
  }
  return [...byCells.values()].map(({ first, links, cells }, index, rows) => {
    const above = first.runtimeOf === undefined ? undefined : rows[index - 1]?.cells;
    const shown = cells.map((text, at) => (text === above?.[at] && text.includes(' ') ? DITTO : text));
    return `| ${[links.join(', '), ...shown].join(' | ')} |`;
  });
}

/** `page` with the table of `apps` in its place. @throws OutcryError when it has no such place */
export function withBeside(page: string, apps: App[]): string {
  const head = `| app | ${Object.values(COLUMNS).join(' | ')} | compressed with \`--deflate\` |`;
  const table = `${[head, `|${'---|'.repeat(8)}`, ...rowsOf(apps)].join('\n')}\n`;
  return withWrittenPart(page, MARKS, table, `${BESIDE_PAGE} has no place for the apps`);
}
