/**
 * The wait for an answer where everything is installed, built and verified: `./outcry run` as a user types it, from its start to its first figures and
 * to its end, and what it tells apart. Aim: the end within 6 min 30 s, the first figures within 60 s. With OUTCRY_OTHER, the folder of another
 * checkout, that one is run too, before this one.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { rankedBy } from '../../merge/charts.ts';
import { answersOf, DEFAULT_DETECT_PERCENT, rowsOf } from '../../merge/compare/answers.ts';
import { comparePairs, pairsAmong } from '../../merge/compare/compare.ts';
import { mergeRuns } from '../../merge/index.ts';
import { RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { killTree, onExit, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';

const AIM_SECONDS = 390;
const FIRST_AIM_SECONDS = 60;
const OTHER = 'OUTCRY_OTHER';

export interface FirstAnswerResult {
  seconds: number;
  aimSeconds: number;
  firstFiguresSeconds: number | null;
  firstFiguresAimSeconds: number;
  exitCode: number | null;
  /** The first two lines that it ends with. */
  answer: string[];
  /** Of a checkout whose records this one reads. */
  told?: Told;
}

interface Told {
  rows: number;
  rounds: number;
  pairs: number;
  pairsToldApart: number;
  /** Pairs whose figures differ by what is worth showing, and those of them that are not told apart. */
  pairsThatDiffer: number;
  ofTheseOpen: number;
}

async function toldBy(results: string): Promise<Told | undefined> {
  const files = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((name) => /-\d+\.json$/.test(name));
  const read = files.map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as RunRecord);
  const records = read.filter(({ schema }) => schema === RUN_SCHEMA);
  const merges = mergeRuns(records);
  const scenario = merges[0]?.combination.scenario;
  if (scenario === undefined) return undefined;
  const by = rankedBy(scenario, scenarioAbouts(await findScenarios()), merges);
  const [answer] = answersOf(merges, { ...by, detectPercent: DEFAULT_DETECT_PERCENT });
  if (answer === undefined) return undefined;
  const rows = rowsOf(answer);
  const compared = comparePairs(pairsAmong(rows), answer.question);
  const differs = compared.filter(
    ({ ratio }) => ratio !== null && Math.abs(Math.log(ratio.value)) >= Math.log(1 + DEFAULT_DETECT_PERCENT / 100),
  );
  return {
    rows: rows.length,
    rounds: Math.min(...rows.map(({ runs }) => runs)),
    pairs: compared.length,
    pairsToldApart: compared.filter(({ verdict }) => verdict !== 'none').length,
    pairsThatDiffer: differs.length,
    ofTheseOpen: differs.filter(({ verdict }) => verdict === 'none').length,
  };
}

async function measured(checkout: string, say: (line: string) => void): Promise<FirstAnswerResult> {
  const results = mkdtempSync(join(tmpdir(), 'outcry-answer-'));
  const remove = (): void => rmSync(results, { recursive: true, force: true, maxRetries: 5 });
  onExit(remove);
  const start = performance.now();
  const child = spawnOwned([join(checkout, 'outcry'), 'run', '--results', results], {
    label: './outcry run',
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const seconds = (): number => Math.round((performance.now() - start) / 100) / 10;
  let first: number | null = null;
  const answer: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    say(`${seconds()} ${line}`);
    if (/: warmed up, median |: first slice, mean | #1: (mean|delivered) /.test(line)) first ??= seconds();
  });
  createInterface({ input: child.stdout! }).on('line', (line) => {
    say(line);
    if (line !== '' && answer.length < 2) answer.push(line);
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  await killTree(child.pid!);
  const took = seconds();
  const told = await toldBy(results);
  remove();
  return {
    ...{
      seconds: took,
      aimSeconds: AIM_SECONDS,
      firstFiguresSeconds: first,
      firstFiguresAimSeconds: FIRST_AIM_SECONDS,
    },
    ...{ exitCode, answer },
    ...(told === undefined ? {} : { told }),
  };
}

async function run(say: (line: string) => void): Promise<Record<string, FirstAnswerResult>> {
  const other = process.env[OTHER];
  return {
    ...(other === undefined ? {} : { other: await measured(other, say) }),
    this: await measured(ROOT, say),
  };
}

export default { name: 'first-answer', run };
