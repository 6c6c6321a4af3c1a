/** The page on what survives: what clients lost in kept runs, and what each framework says that it does. Pure. */
import { figureText } from '../../../merge/choice/figure-text.ts';
import { DISTURBED } from '../../../merge/choice/recovery.ts';
import type { Findings } from '../../../merge/choice/types.ts';
import type { AppManifest, Reconnect } from '../../../setup/apps/manifest/manifest.ts';
import { cell, tableText } from './markdown.ts';

export type ReconnectingApp = Pick<AppManifest, 'id' | 'label' | 'reconnect'>;

const INTRO = `# What survives

Which messages do clients miss when the server is deployed, the network is cut, or all connections break at once? \`./outcry study ${DISTURBED}\` measures it; \`./outcry run --scenario recover\` does it once.
[The scenario](../loadtests/scenarios/recover/README.md) says how, and [when libraries give up](../loadtests/scenarios/recover/README.md#a-network-that-comes-back):
a cut of the network loses messages where one does before TCP tries again. A program wrote this page.`;

const MUST_WRITE = `Where the app connects again, it does so by [code](../kits/client/reconnecting.ts) that several apps share; [a table](apps-as-code.md) has its lines. What is called lost above is lost for good unless the app asks for it: the auction house
asks for the whole list of items after each return, and counts what is new ([its client](../shared-ui/auction/auction-house.ts)).`;

function lostText(recovery: Findings['recovery']): string[] {
  if (recovery.length === 0)
    return ['## What clients lost', '', `No runs of study ${DISTURBED} are kept, so what was lost is not known.`, ''];
  return recovery.flatMap(({ title, lead, heads, rows, note }) => {
    const cells = rows.map(({ name, figures }) => [cell(name), ...figures.map(figureText)]);
    return [`## ${title}`, '', ...lead.map((text) => `- ${text}`), '', ...tableText(heads, cells), '', note, ''];
  });
}

/** Apps that say the same of `key` share a row. */
function promises(
  apps: readonly ReconnectingApp[],
  key: 'asItComes' | 'recovery',
): [says: Reconnect, labels: string[]][] {
  const found = new Map<string, [Reconnect, string[]]>();
  for (const { id, label, reconnect } of apps) {
    const says = reconnect?.[key];
    if (reconnect === undefined || says === undefined) continue;
    const one = found.get(`${reconnect.by} ${says}`) ?? [reconnect, []];
    one[1].push(`[${cell(label)}](../apps/${id})`);
    found.set(`${reconnect.by} ${says}`, one);
  }
  return [...found.values()];
}

/** The text of `docs/recovery.md`. */
export function recoveryPage({ recovery }: Pick<Findings, 'recovery'>, apps: readonly ReconnectingApp[]): string {
  const without = apps.flatMap(({ id, label, reconnect }) => (reconnect ? [] : `[${cell(label)}](../apps/${id})`));
  return `${[
    ...[INTRO, '', ...lostText(recovery)],
    ...['## What each promises', '', 'As its app has it, by the documents of its framework:', ''],
    ...tableText(
      ['framework', 'who connects again', 'as it comes'],
      promises(apps, 'asItComes').map(([{ by, asItComes }, labels]) => [
        ...[labels.join(', '), `the ${by}`, cell(asItComes)],
      ]),
    ),
    ...['', 'Recovery of lost sessions, which `--recovery` switches on:', ''],
    ...tableText(
      ['framework', 'recovery'],
      promises(apps, 'recovery').map(([{ recovery: says }, labels]) => [labels.join(', '), cell(says!)]),
    ),
    ...['', '## What an app must write itself', '', MUST_WRITE],
    ...(without.length === 0
      ? []
      : ['', `Not in these tables, since their clients are not asked to connect again: ${without.join(', ')}.`]),
  ].join('\n')}\n`;
}
