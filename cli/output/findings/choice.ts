/** The sentences and tables for a person who chooses, as Markdown. Pure. */
import { figureText } from '../../../merge/choice/figure-text.ts';
import { type Choice, knownOf, titleOf } from '../../../merge/choice/types.ts';
import { tableText } from './markdown.ts';

/** The rows over this transport stand in the table; the published page shows the others too. */
const SHOWN = 'websocket';

function frameworksTable({ measurements: [main] }: Choice): string[] {
  const rows = main?.rows.filter(({ transport }) => transport === SHOWN) ?? [];
  const criteria = knownOf(rows);
  return tableText(
    ['over WebSocket', ...criteria.map(titleOf)],
    rows.map(({ label, figures }) => [label, ...criteria.map(({ id }) => figureText(figures[id]))]),
  );
}

/** A line apart; empty where there is nothing to choose by. */
export function choiceText(choice: Choice | null): string[] {
  if (choice === null) return [];
  const { takes, measurements, tables, missedNote } = choice;
  return [
    ...['## What to take from it', ''],
    ...takes.map(({ lead, rest }, index) => `${index + 1}. **${lead}**: ${rest}`),
    ...['', ...frameworksTable(choice)],
    ...tables.flatMap(({ heads, rows }) => [
      '',
      ...tableText(
        heads,
        rows.map(({ name, figures }) => [name, ...figures.map(figureText)]),
      ),
    ]),
    ...[
      '',
      [
        'Intervals are those of one session each, ratios those of its rounds; a dash: not known.',
        ...[measurements[0]?.bytesNote ?? null, missedNote].filter((note) => note !== null),
        ...tables.map(({ note }) => note),
      ].join(' '),
      '',
    ],
  ];
}
