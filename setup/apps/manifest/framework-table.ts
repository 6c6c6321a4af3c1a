/** The table of frameworks in the main README, made from what is under `apps/`. */
import { TRANSPORT_ENTRIES, type Transport } from '../../../metrics/transports.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { type Marks, withWrittenPart } from '../../../system/generated-section.ts';
import { type App, isUsual } from './manifest.ts';

const MARKS: Marks = {
  begin: '<!-- Written by ./outcry generate from apps/*/app.json: change those. -->',
  end: '<!-- end of what is written -->',
};

/** A text in a cell must not end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/[\r\n]+/g, ' ');

const HEAD = ['| framework | called | server | transports |', '|---|---|---|---|'];

function rowOf({ id, label, homepage, language, transports }: App): string {
  const words = (Object.keys(transports) as Transport[]).map((transport) => TRANSPORT_ENTRIES[transport].label);
  return `| [${cell(label)}](${homepage}) | \`${id}\` | ${cell(language)} | ${words.join(', ')} |`;
}

const tableOf = (apps: App[]): string[] => [...HEAD, ...apps.map(rowOf)];

/** The label of the app that `other` is a runtime of. @throws OutcryError (wrong use) when there is no such app */
function protocolOf(apps: App[], { id, runtimeOf }: App): string {
  const app = apps.find((one) => one.id === runtimeOf);
  if (app !== undefined) return app.label;
  throw new OutcryError(`apps/${id}/app.json: runtimeOf: there is no app "${runtimeOf}"`, EXIT.usage);
}

/** The tables of frameworks, and of each protocol in other runtimes; a sentence says which of them a run measures that names none. */
export function frameworkTable(apps: App[]): string {
  const frameworks = apps.filter(({ runtimeOf }) => runtimeOf === undefined);
  const runtimes = apps.filter(({ runtimeOf }) => runtimeOf !== undefined);
  const protocols = new Set(runtimes.map((app) => protocolOf(apps, app)));
  const lines = tableOf(frameworks);
  for (const protocol of protocols) {
    const its = runtimes.filter((app) => protocolOf(apps, app) === protocol);
    lines.push('', `The protocol of ${protocol} in other runtimes, with the same client:`, '', ...tableOf(its));
  }
  const more = apps.filter((app) => !isUsual(app)).map(({ id }) => `\`${id}\``);
  if (more.length > 0) {
    const last = more.pop()!;
    const names = more.length === 0 ? last : `${more.join(', ')} and ${last}`;
    lines.push('', `\`./outcry run\` measures ${names} only if you name them, or with \`--frameworks all\`.`);
  }
  return `${lines.join('\n')}\n`;
}

/** `readme` with the table of `apps` in its place. @throws OutcryError when it has no such place */
export function withFrameworks(readme: string, apps: App[]): string {
  return withWrittenPart(readme, MARKS, frameworkTable(apps), 'README.md has no place for the frameworks');
}
