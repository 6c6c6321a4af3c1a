/** The table of frameworks in the main README, made from what is under `apps/`. */
import { TRANSPORT_ENTRIES, type Transport } from '../../../metrics/transports.ts';
import { type Marks, withWrittenPart } from '../../../system/generated-section.ts';
import type { App } from './manifest.ts';

const MARKS: Marks = {
  begin: '<!-- Written by ./outcry generate from apps/*/app.json: change those. -->',
  end: '<!-- end of what is written -->',
};

/** A text in a cell must not end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/[\r\n]+/g, ' ');

function rowOf({ id, label, homepage, language, transports }: App): string {
  const words = (Object.keys(transports) as Transport[]).map((transport) => TRANSPORT_ENTRIES[transport].label);
  return `| [${cell(label)}](${homepage}) | \`${id}\` | ${cell(language)} | ${words.join(', ')} |`;
}

export function frameworkTable(apps: App[]): string {
  const head = ['| framework | called | server | transports |', '|---|---|---|---|'];
  return `${[...head, ...apps.map(rowOf)].join('\n')}\n`;
}

/** `readme` with the table of `apps` in its place. @throws OutcryError when it has no such place */
export function withFrameworks(readme: string, apps: App[]): string {
  return withWrittenPart(readme, MARKS, frameworkTable(apps), 'README.md has no place for the frameworks');
}
