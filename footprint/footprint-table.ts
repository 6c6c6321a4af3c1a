/** The footprints as a table of a Markdown page. */
import { type Marks, withWrittenPart } from '../system/generated-section.ts';
import type { Size } from './client-code.ts';
import type { Footprint } from './footprint.ts';

/** The page, from the root. */
export const FOOTPRINT_PAGE = 'docs/apps-as-code.md';

const MARKS: Marks = {
  begin: '<!-- Written by ./outcry footprint --write: measure anew instead of changing it. -->',
  end: '<!-- end of what is written -->',
};

const HEAD = [
  '| app | framework’s client code | own client code | server lines | adapter lines | packages | lines of its kit | packages of its kit |',
  '|---|--:|--:|--:|--:|--:|--:|--:|',
];

const number = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en'));
const bytes = ({ minified, gzip }: Size): string => `${number(minified)} / ${number(gzip)}`;

function rowOf({ framework, label, client, lines, packages, kit }: Footprint): string {
  const cells = [
    `[${label}](../apps/${framework})`,
    bytes(client.framework),
    bytes(client.own),
    number(lines.server),
    number(lines.adapter),
    number(packages),
    number(kit.lines),
    number(kit.packages),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A Markdown table; bytes are minified / compressed by gzip. */
export const footprintTable = (footprints: Footprint[]): string =>
  `${[...HEAD, ...footprints.map(rowOf)].join('\n')}\n`;

/** `page` with the table of `footprints` in its place. @throws OutcryError when it has no such place */
export const withFootprints = (page: string, footprints: Footprint[]): string =>
  withWrittenPart(page, MARKS, footprintTable(footprints), `${FOOTPRINT_PAGE} has no place for the footprints`);
