/** The one page of findings: how many claims hold, and the main ones with both figures. Pure: the same records give the same text. */
import { type BestStudy, tallyOf } from '../../../merge/claims/best-size.ts';
import { OPEN, VERDICTS } from '../../../merge/claims/types.ts';
import { CLAIM_HEADS, cell, claimCells, fileOf, machinesOf, tableText } from './markdown.ts';

const INTRO = `# What still holds

Five studies measured what real-time web frameworks and transports cost; study F is our own. This page says what holds on the machine named below.
\`./outcry study E --quick\` repeats one on yours, and shows your figures beside these. A program wrote the pages from
[\`results/reference/kept/\`](../results/reference/kept).`;

const LEGEND = `- *holds*, *does not hold*: the headline of a claim, which is an order or a direction. *How much* judges its figures, where they can be.
- *study* and *ours*: a comparison that fails, otherwise the first with a figure of the study; ours with its 95 % interval.
- *not run*: not at a load that can tell. *Too noisy*: the interval crosses a bound. *Impossible here*: in half of a row's runs the clients were
  short of CPU, or the note says why.
- The largest size that can tell gives the verdict: whole, unless it names another. The rules: [method.md](method.md#claims-of-studies).
- A study's page has its tables, without rows and columns that have no figure of ours. All its figures are in
  [\`results/reference/\`](../results/reference).`;

const tally = (studies: readonly BestStudy[]): string[] =>
  tableText(
    ['study', 'holds', 'does not hold', ...OPEN],
    studies.map((study) => {
      const counts = tallyOf(study);
      const numbers = [counts.holds, counts['does not hold'], ...OPEN.map((open) => counts[open])];
      return [`[${cell(`${study.id}: ${study.title}`)}](findings/${fileOf(study)})`, ...numbers.map(String)];
    }),
  );

/** The claims that sum the studies up and have a verdict: first those that hold. */
function mainClaims(studies: readonly BestStudy[]): string[] {
  const main = studies.flatMap((study) => study.claims.flatMap((best) => (best.claim.main ? [{ study, best }] : [])));
  const rows = VERDICTS.flatMap((verdict) =>
    main.filter(({ best: { claim } }) => claim.open === null && claim.verdict === verdict),
  );
  const open = main.filter(({ best }) => best.claim.open !== null).length;
  return [
    ...tableText(
      CLAIM_HEADS,
      rows.map(({ study, best }) => {
        const [says, ...others] = claimCells(best);
        return [`[\`${best.claim.id}\`](findings/${fileOf(study)}) ${says}`, ...others];
      }),
    ),
    ...(open === 0
      ? []
      : ['', `${open} more main ${open === 1 ? 'claim is' : 'claims are'} open: the pages of the studies say why.`]),
  ];
}

/** The text of `docs/findings.md`. */
export function findingsPage(studies: readonly BestStudy[], missing: readonly string[]): string {
  return `${[
    INTRO,
    ...['', ...tally(studies), ''],
    ...(missing.length === 0 ? [] : [`Without kept runs: study ${missing.join(', ')}.`]),
    `Machine: ${machinesOf(studies.flatMap(({ sizes }) => sizes))}.`,
    ...['', '## The main claims', '', ...mainClaims(studies), ''],
    LEGEND,
  ].join('\n')}\n`;
}
