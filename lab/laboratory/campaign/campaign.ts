/** The campaign: faults at random moments of random sessions, one after the other or a few at once. */
import { isDeepStrictEqual } from 'node:util';
import { readApps } from '../../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { readOptions, wholeNumber } from '../../options.ts';
import { madeWhere, writePart } from '../../reliability-page.ts';
import { sharedFacts } from '../../shared-facts.ts';
import { JsonLines } from '../json-lines.ts';
import { findCandidates } from './candidates.ts';
import type { Fault } from './fault.ts';
import { faultedSession, type Outcome } from './faulted-session.ts';
import { type Candidate, type Planned, planCampaign } from './plan.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { SURROUNDINGS_FAULTS } from './surroundings-faults.ts';

export const CAMPAIGN_USAGE = `npm run laboratory -- campaign [options]

Kills, stops, fills and breaks random parts of random sessions at random moments, and checks what is left.
Ctrl-C ends it with the table of what has been done. Ends with ${EXIT.failed} when something did not hold.

  --faults N    how many (100)
  --seed N      the same seed gives the same campaign, with the same apps built and verified and the same tools (1)
  --parallel N  sessions at once (1)
  --apps IDS    only these, with commas between them (all that are built and verified)
  --browser     also sessions of a browser swarm
  --only N      the Nth fault alone
  --log FILE    a line of JSON per fault; the same command goes on with the rest
  --json        prints every outcome as JSON, not a table
  --write       puts the table into docs/reliability-tables.md`;

/** All faults. Fault tests can do them to sessions too. */
export const FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...SURROUNDINGS_FAULTS];

interface Logged {
  outcome: Outcome;
  seconds: number;
  /** Machine, date and versions: a sentence of `madeWhere`. */
  where: string;
}

/** @throws OutcryError (wrong use) when the log is of other faults */
export function checkLog(log: JsonLines<Logged>, all: readonly Planned[]): void {
  for (const { planned } of log.lines.map(({ outcome }) => outcome)) {
    if (isDeepStrictEqual(all[planned.number - 1], planned)) continue;
    throw new OutcryError(
      `the log is of another campaign: its fault ${planned.number} is not this one's. The same number of faults, seed, apps and transports give the same campaign; take another file for another one.`,
      EXIT.usage,
    );
  }
}

/** An outcome in a line, and a line for each thing that did not hold. */
function outcomeText({ planned, hit, end, problems }: Outcome): string {
  const { number, fault, framework, transport, kind, moment, warm } = planned;
  const when = `${moment.ms} ms after ${moment.after}${moment.after === 'begun' ? '' : ` run ${moment.run}`}`;
  const what = `${number}: ${fault} (${framework} ${transport}, ${kind}${warm ? ', warmed up' : ''}, ${when})`;
  const first = `${what}: ${hit ?? 'nothing there to hit'}; ended with ${end ?? 'nothing: it hung'}`;
  return [first, ...problems.map((text) => `    ${text}`)].join('\n');
}

/** The outcomes as a Markdown table, in which faults with the same counts share a row, and below it what could not be done and what did not hold. */
export function markdownOf(
  outcomes: readonly Outcome[],
  faults: readonly Fault[],
  candidates: readonly Pick<Candidate, 'framework' | 'cannot'>[],
): string {
  const cellsOf = (own: readonly Outcome[]): string => {
    const hit = own.filter((one) => one.hit !== null);
    const asked = hit.filter(({ reported }) => reported !== null);
    const reported = asked.length === 0 ? '' : `${asked.filter((one) => one.reported).length} of ${asked.length}`;
    return [own.length, hit.length, reported, own.filter(({ resumed }) => resumed).length].join(' | ');
  };
  const alike = new Map<string, string[]>();
  for (const { name } of faults) {
    const own = outcomes.filter(({ planned }) => planned.fault === name);
    if (own.length > 0) alike.set(cellsOf(own), [...(alike.get(cellsOf(own)) ?? []), name]);
  }
  const done = Array.from(alike, ([cells, names]) => `| ${names.join(', ')} | ${cells} |`);
  const lists = [
    ...faults.flatMap(({ name, missing }) => (missing?.() ? [`- Not here: *${name}*, as ${missing()}.`] : [])),
    ...candidates.flatMap(({ framework, cannot }) =>
      cannot.map((name) => `- Not done to ${framework}: *${name}*, as its server does not start on it.`),
    ),
    ...outcomes.flatMap(({ planned: { number, fault }, problems }) =>
      problems.length === 0 ? [] : [`- Session ${number}, *${fault}*: ${problems.join('; ')}.`],
    ),
  ];
  const head = ['| each of these faults | sessions | hit | reported | resumed |', '|---|---|---|---|---|'];
  return [...head, ...done, `| all faults | ${cellsOf(outcomes)} |`, '', ...new Set(lists)].join('\n').trim();
}

/** Does the faults that the log lacks. @param stop aborted: no further session begins */
export async function campaign(args: string[], stop: AbortSignal): Promise<void> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = readOptions({
    args,
    options: {
      faults: { ...text, default: '100' },
      seed: { ...text, default: '1' },
      parallel: { ...text, default: '1' },
      ...{ apps: text, only: text, log: text, browser: flag, json: flag, write: flag },
    },
  });
  const seed = wholeNumber('seed', values.seed);
  const only = values.only === undefined ? null : wholeNumber('only', values.only);
  const parallel = Math.max(1, wholeNumber('parallel', values.parallel));
  const possible = FAULTS.filter((fault) => (fault.missing?.() ?? null) === null);
  const candidates = await findCandidates(selectApps(readApps(), values.apps?.split(',')), values.browser, possible);
  const all = planCampaign({ faults: wholeNumber('faults', values.faults), seed }, possible, candidates);
  const log = new JsonLines<Logged>(values.log ?? null, ['{"outcome":'], 'a campaign');
  checkLog(log, all);
  const done = new Set(log.lines.map(({ outcome }) => outcome.planned.number));
  const queue = all.filter(({ number }) => !done.has(number) && (only === null || number === only));
  const where = await madeWhere();
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !stop.aborted; next = queue.shift()) {
      const { fault } = next;
      const begun = monotonicMs();
      const outcome = await faultedSession(next, possible.find(({ name }) => name === fault)!);
      log.add({ outcome, seconds: Math.round((monotonicMs() - begun) / 1000), where });
      console.error(outcomeText(outcome));
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));

  const outcomes = log.lines.map(({ outcome }) => outcome).sort((a, b) => a.planned.number - b.planned.number);
  const minutes = Math.round(log.lines.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const { shared, own } = sharedFacts([...new Set(log.lines.map((line) => line.where))]);
  const wheres = `${shared === '' ? '' : `${shared}, `}${own.join('; ')}`;
  const browsers = values.browser ? ', with browsers' : '';
  const about = `${outcomes.length} faults, seed ${seed}${browsers}, whose sessions took ${minutes} min together; ${wheres}.`;
  const markdown = `${about}\n\n${markdownOf(outcomes, FAULTS, candidates)}`;
  if (values.write) writePart('campaign', () => markdown);
  console.log(values.json ? JSON.stringify({ about, outcomes }, null, 2) : markdown);
  if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = EXIT.failed;
}
