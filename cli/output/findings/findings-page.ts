/** The one page of findings: what a person who chooses takes from them, and how many claims are of each class. Pure. */
import type { BestStudy } from '../../../merge/claims/best-size.ts';
import { CLASSES, type ClaimClass } from '../../../merge/claims/types.ts';
import { choiceText, type FindKept } from './choice.ts';
import { cell, fileOf, machinesOf, phrase, tableText } from './markdown.ts';

const INTRO = `# What holds today

Five studies measured what real-time web frameworks and transports cost; studies F and H are our own, with rules written before their runs. This page says what our runs show. A program wrote it from
[the kept records](../results/reference/kept); \`./outcry study E --quick\` repeats a study on your machine.`;

const LEGEND = `- *Holds*, *differs now*: the 95 % interval is within the bounds of the claim's rule, or none of it is, while the study's own figures are.
- *Refuted*: none of it is, and the study has no figures for it, or its own app made them so. *The study contradicts itself*: its figures fail.
- *Needs a bigger load machine*: the clients were short of CPU. *Not judged*: the study's page says why. [The rules](../merge/claims/README.md). Tables of studies have the study's figure, then **ours** with its 95 % interval; a dash: our runs cannot judge it.`;

const CONTRADICTS: ClaimClass = 'the study contradicts itself';

const tally = (studies: readonly BestStudy[]): string[] =>
  tableText(
    ['study', ...CLASSES],
    studies.map((study) => [
      `[${cell(`${study.id}: ${study.title}`)}](findings/${fileOf(study)})`,
      ...CLASSES.map((name) => String(study.counts[name])),
    ]),
  );

/** The main claims without a verdict, a line for each class. */
function unknown(studies: readonly BestStudy[]): string[] {
  const open = studies.flatMap(({ claims }) =>
    claims.filter(
      ({ main, verdict, class: name }) => main && verdict === 'cannot be tested here' && name !== CONTRADICTS,
    ),
  );
  return CLASSES.flatMap((name) => {
    const mine = open.filter((claim) => claim.class === name);
    return mine.length === 0
      ? []
      : [`Main claims, ${name}:`, '', ...mine.map(({ id, says }) => `- ${cell(phrase(says))} (\`${id}\`)`), ''];
  });
}

/** The text of `docs/findings.md`. */
export function findingsPage(studies: readonly BestStudy[], missing: readonly string[], find: FindKept): string {
  const open = unknown(studies);
  return `${[
    ...[INTRO, '', ...choiceText(find)],
    ...(open.length === 0 ? [] : ['## What we do not know', '', ...open]),
    ...['## The studies', '', ...tally(studies), ''],
    ...(missing.length === 0 ? [] : [`Without kept runs: study ${missing.join(', ')}.`]),
    `Machines: ${machinesOf(studies.flatMap(({ sizes }) => sizes))}.`,
    '',
    LEGEND,
  ].join('\n')}\n`;
}
