/** The measured bytes as a table of a Markdown page, and back. */
import { TRANSPORT_ENTRIES } from '../../metrics/transports.ts';
import { type Marks, withWrittenPart, writtenPart } from '../../system/generated-section.ts';
import type { AsTextAndJson, MessageBytes } from './measure.ts';

/** The page, from the root. */
export const BYTES_PAGE = 'docs/apps-beside-frameworks.md';

const MARKS: Marks = {
  begin: '<!-- Written by npm run message-bytes: measure anew instead of changing it. -->',
  end: '<!-- end of the bytes -->',
};
const NO_PLACE = `${BYTES_PAGE} has no place for the bytes of messages`;

const HEAD = [
  '| app | transport | to a client | the documentation’s example | to the server | answer to an event |',
  '|---|---|--:|--:|--:|--:|',
];

const number = (value: number): string => value.toLocaleString('en');
const pair = (bytes: AsTextAndJson | null): string =>
  bytes === null ? '–' : `${number(bytes.text)} / ${number(bytes.json)}`;

const appOf = ({ framework, label }: MessageBytes): string => `[${label}](../apps/${framework})`;

function cellsOf({ transport, toClient, example, toServer, answer }: MessageBytes): string {
  return [TRANSPORT_ENTRIES[transport].label, pair(toClient), pair(example), pair(toServer), number(answer)].join(
    ' | ',
  );
}

/** Apps with the same figures over a transport share a row; a row of the same apps as the one before does not name them again. */
function rowsOf(rows: MessageBytes[]): string[] {
  const apps = new Map<string, string[]>();
  for (const row of rows) {
    const cells = cellsOf(row);
    apps.set(cells, [...(apps.get(cells) ?? []), appOf(row)]);
  }
  let before = '';
  return Array.from(apps, ([cells, names]) => {
    const app = names.join(', ');
    const shown = app === before ? '' : app;
    before = app;
    return `| ${shown} | ${cells} |`;
  });
}

/** The figures of a row by app and transport, in the order of the columns; without a figure: null. */
export type Figures = Map<string, (number | null)[]>;

/** The key of a row in {@link Figures}. */
export const keyOf = ({ framework, transport }: Pick<MessageBytes, 'framework' | 'transport'>): string =>
  `${framework}, ${TRANSPORT_ENTRIES[transport].label}`;

/** `page` with the table of `rows` in its place. @throws OutcryError when it has no such place */
export const withMessageBytes = (page: string, rows: MessageBytes[]): string =>
  withWrittenPart(page, MARKS, `${[...HEAD, ...rowsOf(rows)].join('\n')}\n`, NO_PLACE);

/** The figures in the table of `page`. */
export function figuresIn(page: string): Figures {
  const lines = writtenPart(page, MARKS, NO_PLACE).split('\n').slice(HEAD.length);
  let frameworks: string[] = [];
  return new Map(
    lines.flatMap((line) => {
      const [, apps, transport, cells] = /^\| (.*?) \| (.+?) \| (.+) \|$/.exec(line)!;
      if (apps !== '') frameworks = Array.from(apps!.matchAll(/\/apps\/(.+?)\)/g), ([, framework]) => framework!);
      const figures = cells!.split(/ [|/] /).map((cell) => (cell === '–' ? null : Number(cell.replaceAll(',', ''))));
      return frameworks.map((framework) => [`${framework}, ${transport}`, figures] as const);
    }),
  );
}
