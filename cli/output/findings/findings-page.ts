/** The one page of findings: what a person who chooses takes from them, and how many claims are of each class. Pure. */

import { alike, alikeText } from '../../../merge/choice/alike.ts';
import { notRunSentence } from '../../../merge/choice/not-run.ts';
import type { Findings, OpenClaims, StudyTally } from '../../../merge/choice/types.ts';
import { CLASSES } from '../../../merge/claims/types.ts';
import { choiceText } from './choice.ts';
import { cell, fileOf, tableText } from './markdown.ts';

const INTRO = `# What holds today

Outcry repeats five published studies of what real-time web frameworks and transports cost (A to E), and has three of its own (F to H), with rules written before their runs. This page says what our runs show, with 95 % intervals in brackets; [another](recovery.md) what survives a deployment. A program wrote it from
[the kept records](../results/reference/kept); \`./outcry study E --quick\` repeats a study on your machine.`;

const LEGEND = `- *Holds*, *differs now*: the 95 % interval is within the bounds of the claim's rule, or none of it is, while the study's own figures are.
- *Refuted*: none of it is, and the study has no figures for it, or its own app made them so. *The study contradicts itself*: its figures fail.
- *Needs a bigger load machine*: the clients were short of CPU. *Not judged*: the study's page says why. [The rules](../merge/claims/README.md). Tables of studies have the study's figure, then **ours**; a dash: our runs cannot judge it.`;

const tally = (studies: readonly StudyTally[]): string[] =>
  tableText(
    ['study', ...CLASSES],
    studies.map((study) => [
      `[${cell(`${study.id}: ${study.title}`)}](findings/${fileOf(study)})`,
      ...CLASSES.map((name) => String(study.counts[name])),
    ]),
  );

/** The main claims without a verdict, a list for each class. */
const unknownText = (unknown: readonly OpenClaims[]): string[] =>
  unknown.flatMap(({ class: name, claims }) => [
    ...[`Main claims, ${name}:`, ''],
    ...alike(claims.map(({ says }) => cell(says))).map((some) => {
      const ids = some.each.map(({ index }) => `\`${claims[index]!.id}\``);
      return `- ${alikeText(some)} (${ids.join(', ')})`;
    }),
    '',
  ]);

/** The text of `docs/findings.md`. */
export function findingsPage(findings: Findings): string {
  const { choice, unknown, studies, missing, machines } = findings;
  const notRun = notRunSentence(findings);
  return `${[
    ...[INTRO, '', ...choiceText(choice)],
    ...(unknown.length === 0 ? [] : ['## What we do not know', '', ...unknownText(unknown)]),
    ...['## The studies', '', ...tally(studies), ''],
    ...(missing.length === 0 ? [] : [`Without kept runs: study ${missing.join(', ')}.`]),
    ...(notRun === null ? [] : [notRun]),
    `Machines: ${machines}.`,
    '',
    LEGEND,
  ].join('\n')}\n`;
}
