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

function rowOf(app: App): string {
  const { id, label, beside } = app;
  const cells = Object.keys(COLUMNS).map((column) => beside?.[column as keyof Beside] ?? 'not said');
  return `| [${cell(label)}](../apps/${id}) | ${[...cells, compressed(app)].map(cell).join(' | ')} |`;
}

/** `page` with the table of `apps` in its place. @throws OutcryError when it has no such place */
export function withBeside(page: string, apps: App[]): string {
  const head = `| app | ${Object.values(COLUMNS).join(' | ')} | compressed with \`--deflate\` |`;
  const table = `${[head, `|${'---|'.repeat(8)}`, ...apps.map(rowOf)].join('\n')}\n`;
  return withWrittenPart(page, MARKS, table, `${BESIDE_PAGE} has no place for the apps`);
}
