/** The one page of findings: what is confirmed, what changed, and what is not known yet. Pure: the same records give the same text. */
import { type BestClaim, type BestStudy, tallyOf } from '../../../merge/claims/best-size.ts';
import { roundsText, sizeName } from '../../../merge/claims/size-text.ts';
import { type ClaimVerdict, type Evidence, type JudgedStudy, OPEN } from '../../../merge/claims/types.ts';
import { anchorOf, cell, daysOf, fileOf, loadText, oursOf, phrase, theirsText } from './markdown.ts';

/** Sentences in each of the first two lists, so that the page stays one. */
const MOST_SENTENCES = 6;

const INTRO = `# What still holds

Five studies measured what real-time web frameworks and transports cost; study F is our own. This page says what holds on the machine named below.
\`./outcry study E --quick\` repeats one on yours, and shows your figures beside these.

- *Confirmed* and *changed* judge the headline of a claim: an order or a direction. *How much* judges its figures.
- Each sentence has their figure, ours with its 95 % interval, both loads, and our rounds.
- Clients of a *saturated* run were short of CPU. A row with half of its runs saturated judges no time and no CPU.
- The study's page has every claim, its tables cell by cell beside ours, and what differs. The rules: [method.md](method.md#claims-of-studies).
  A program wrote this page from [\`results/reference/kept/\`](../results/reference/kept).`;

const placeOf = (study: BestStudy, { claim }: BestClaim): string =>
  `[\`${claim.id}\`](findings/${fileOf(study)}#${anchorOf(claim.id)})`;

/** What a size lacks: parts that were not run, and runs that were saturated. */
function lacksOf({ parts, runs }: JudgedStudy): string {
  const planned = parts.filter(({ size }) => size !== null);
  const done = planned.filter((part) => part.runs > 0).length;
  const saturated = parts.reduce((sum, part) => sum + part.saturated, 0);
  const lacks = [
    ...(done === planned.length ? [] : [`${done} of ${planned.length} parts`]),
    ...(saturated === 0 ? [] : [`${saturated} of ${runs} runs saturated`]),
  ];
  return lacks.length === 0 ? '' : ` (${lacks.join(', ')})`;
}

function tally(studies: readonly BestStudy[]): string {
  const rows = studies.map((study) => {
    const counts = tallyOf(study);
    const runs = study.sizes.map((judged) => `${judged.size}${lacksOf(judged)}, ${daysOf(judged.when)}`).join('; ');
    const numbers = [counts.holds, counts['does not hold'], ...OPEN.map((open) => counts[open])].join(' | ');
    return `| [${cell(`${study.id}: ${study.title}`)}](findings/${fileOf(study)}) | ${runs} | ${numbers} |`;
  });
  return [
    `| study | sizes that were run | confirmed | changed | ${OPEN.join(' | ')} |`,
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The comparison that a sentence cites: one that fails where one does, otherwise the first with a figure of the study. */
function cited(evidence: readonly Evidence[]): Evidence | undefined {
  const known = evidence.filter(({ value, unit }) => value !== null && unit !== 'runs');
  return (
    known.find(({ verdict }) => verdict === 'does not hold') ?? known.find(({ theirs }) => theirs !== null) ?? known[0]
  );
}

function howMuch({ claim: { factor } }: BestClaim): string {
  if (factor === null || factor.evidence.length === 0) return '';
  if (factor.verdict === 'cannot be tested here') return ' How much is not known.';
  const one = cited(factor.evidence);
  const figures = one ? `: theirs ${theirsText(one)}, ours ${oursOf(one)}` : '';
  return ` How much ${factor.verdict === 'holds' ? 'holds' : 'changed'}${figures}.`;
}

/** The claim in one sentence, then theirs, ours, the load of both, and how sure it is. */
function sentence(study: BestStudy, best: BestClaim): string {
  const { claim, against } = best;
  const one = cited(claim.evidence);
  const runs = one ?? claim.evidence[0];
  const figures =
    one === undefined
      ? 'Counts, in every run.'
      : `Theirs ${theirsText(one)}, ours **${oursOf(one)}** (${cell(one.what)}).`;
  const load = loadText(claim);
  const other = against === null ? '' : ` In ${sizeName(against.size)}: ${against.verdict}.`;
  return `- ${placeOf(study, best)} ${cell(claim.says)} ${figures}${howMuch(best)}${load} ${roundsText(runs?.runs ?? 0)}.${other}`;
}

interface Of {
  study: BestStudy;
  best: BestClaim;
}

const WORDS: Record<ClaimVerdict, string> = {
  holds: 'holds',
  'does not hold': 'does not hold',
  'cannot be tested here': 'not known',
};

/** A study of our own has no figures but ours: its main claims with their answers. */
function ownStudy(study: BestStudy): string[] {
  const main = study.claims.filter(({ claim }) => claim.main);
  const answers = main.map((best) => {
    const { says, verdict, open, evidence } = best.claim;
    const one = cited(evidence);
    const figures = one === undefined ? '' : ` **${oursOf(one)}**,`;
    const rounds = (one ?? evidence[0])?.runs ?? 0;
    return `- *${open ?? WORDS[verdict]}*: ${placeOf(study, best)} ${cell(says)}${figures} ${roundsText(rounds)}.`;
  });
  return [
    ...['', `## Study ${study.id}: ${study.title}`, '', ...answers],
    ...['', `[All ${study.claims.length} claims](findings/${fileOf(study)}).`],
  ];
}

/** The sentences that sum studies up first. */
const byWeight = (a: Of, b: Of): number => Number(b.best.claim.main ?? false) - Number(a.best.claim.main ?? false);

function list(all: readonly Of[], verdict: 'holds' | 'does not hold'): string[] {
  const mine = all.filter(({ best }) => best.claim.verdict === verdict).sort(byWeight);
  if (mine.length === 0) return ['Nothing that can be told yet.'];
  const more = mine.slice(MOST_SENTENCES);
  const rest = more.map(({ study, best }) => placeOf(study, best)).join(', ');
  return [
    ...mine.slice(0, MOST_SENTENCES).map(({ study, best }) => sentence(study, best)),
    ...(more.length === 0 ? [] : ['', `Also: ${rest}.`]),
  ];
}

function unknown(all: readonly Of[]): string[] {
  const open = all.filter(({ best }) => best.claim.open !== null && best.claim.main).sort(byWeight);
  if (open.length === 0) return ['Every claim that sums a study up has a verdict.'];
  return OPEN.flatMap((reason) => {
    const mine = open.filter(({ best }) => best.claim.open === reason);
    return mine.map(({ study, best }) => `- *${reason}*: ${placeOf(study, best)} ${cell(phrase(best.claim.says))}.`);
  });
}

/** Machines that differ in their kernel alone are one, and kernels in their build alone. A study's page has both in full. */
function machinesOf(studies: readonly BestStudy[]): string {
  const kernels = new Map<string, Set<string>>();
  for (const machine of studies.flatMap(({ sizes }) => sizes.flatMap(({ machines }) => machines))) {
    const [hardware = machine, kernel] = machine.split(/(?<=, Linux) /);
    const found = kernels.get(hardware) ?? new Set();
    kernels.set(hardware, kernel === undefined ? found : found.add(kernel.split('-')[0]!));
  }
  return [...kernels].map(([hardware, found]) => `${hardware} ${[...found].join(', ')}`.trim()).join('; ');
}

/** The text of `docs/findings.md`. */
export function findingsPage(studies: readonly BestStudy[], missing: readonly string[]): string {
  const own = studies.filter(({ source }) => source === null);
  const published = studies.filter(({ source }) => source !== null);
  const all = published.flatMap((study) => study.claims.map((best) => ({ study, best })));
  const without = missing.length === 0 ? [] : ['', `Without kept runs: study ${missing.join(', ')}.`];
  return `${[
    INTRO,
    '',
    tally(studies),
    '',
    `Machine: ${machinesOf(studies)}.`,
    ...without,
    ...['', '## Confirmed', '', ...list(all, 'holds')],
    ...['', '## Changed since', '', ...list(all, 'does not hold')],
    ...['', '## Not known yet', '', ...unknown(all)],
    ...own.flatMap(ownStudy),
  ].join('\n')}\n`;
}
