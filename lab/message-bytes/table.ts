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

/** @param isFirst of its app; the others do not name it again */
function rowOf(
  { framework, label, transport, toClient, example, toServer, answer }: MessageBytes,
  isFirst: boolean,
): string {
  const cells = [pair(toClient), pair(example), pair(toServer), number(answer)];
  const app = isFirst ? `[${label}](../apps/${framework})` : '';
  return `| ${app} | ${TRANSPORT_ENTRIES[transport].label} | ${cells.join(' | ')} |`;
}

const rowsOf = (rows: MessageBytes[]): string[] =>
  rows.map((row, index) => rowOf(row, rows[index - 1]?.framework !== row.framework));

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
  let framework = '';
  return new Map(
    lines.map((line) => {
      const [, app, transport, cells] = /^\| (?:\[.+?\]\(\.\.\/apps\/(.+?)\))? \| (.+?) \| (.+) \|$/.exec(line)!;
      framework = app ?? framework;
      const figures = cells!.split(/ [|/] /).map((cell) => (cell === '–' ? null : Number(cell.replaceAll(',', ''))));
      return [`${framework}, ${transport}`, figures];
    }),
  );
}
