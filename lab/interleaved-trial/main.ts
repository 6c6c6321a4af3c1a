/** `npm run interleaved-trial`: sessions of an app against itself and against itself with a known delay; `--help` says how. */
import { isDeepStrictEqual } from 'node:util';
import { seededRandom } from '../../protocol/random.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { JsonLines } from '../json-lines.ts';
import { delayOf, readTrialArguments, twinFolders } from '../twin-sessions.ts';
import { writeTwins } from '../twins.ts';
import { kindsOf, summaryLines, type TrialLine } from './interleaved-summary.ts';
import { type TrialOutcome, trialSession } from './trial-session.ts';

const USAGE = `Measures how often a session shows a difference of which it is known whether there is one, interleaved and one server at a time in turn.

    npm run interleaved-trial -- --log FILE [--sessions N] [--seconds N] [--delay PERCENT] [--app ID] [--seed N] [-- OPTIONS]

--log FILE       a line of JSON per session; the same command goes on with the rest
--sessions N     how many, both ways together (20)
--seconds N      the longest that each may take (300)
--delay PERCENT  of the latency that a first session measures: what one twin takes longer in half of the sessions (10)
--app ID         the app that is measured against itself; its server must be a program of Node (the first there is)
--seed N         the same seed gives the same order of kinds (1)
OPTIONS          of ./outcry run (--swarm console --clients 20 --scenario echo --rate 5 --messages 25)`;

const LOAD = '--swarm console --clients 20 --scenario echo --rate 5 --messages 25';

/** What the first line of a log says. */
interface Head {
  asked: { seconds: number; delay: number; app: string; seed: number; load: string[] };
  /** What the delay came to. */
  latencyMs: number;
  microseconds: number;
}

const headOf = (asked: Head['asked'], { latencyMs }: TrialOutcome): Head => ({
  asked,
  latencyMs,
  microseconds: delayOf(latencyMs, asked.delay),
});

async function main(): Promise<void> {
  const read = readTrialArguments(LOAD, { sessions: '20', seconds: '300', delay: '10', seed: '1' });
  if (read === null) return console.log(USAGE);
  const { log, load } = read;
  const { sessions, ...numbers } = read.numbers;
  const asked: Head['asked'] = { ...numbers, app: read.app, load };
  const app = readApps().find(({ id }) => id === asked.app);
  if (app === undefined) throw new OutcryError(`there is no app "${asked.app}"`, EXIT.usage);
  const kept = new JsonLines<Head | TrialLine>(log, ['{"asked":', '{"number":'], 'an interleaved trial');
  const before = kept.lines.find((line) => 'asked' in line) ?? null;
  const lines = kept.lines.filter((line) => 'number' in line);
  if (before !== null && !isDeepStrictEqual(before.asked, asked))
    throw new OutcryError(`${log} is of a trial with other options; take another file`, EXIT.usage);
  const { equal, delayed } = twinFolders('interleaved-trial');
  writeTwins(equal, app, 0);
  const few = [...asked.load, '--runs', '3', '--interleaved'];
  const head = before ?? headOf(asked, await trialSession(equal, few));
  writeTwins(delayed, app, head.microseconds);
  if (before === null) {
    await trialSession(delayed, few);
    kept.add(head);
  }
  console.error(`a delay of ${head.microseconds} us, ${asked.delay} % of ${head.latencyMs.toFixed(3)} ms`);
  for (const kind of kindsOf(sessions, seededRandom(asked.seed, 0)).slice(lines.length)) {
    const words = ['--time', `${asked.seconds}s`, ...(kind.interleaved ? ['--interleaved'] : []), ...asked.load];
    const line: TrialLine = { ...kind, outcome: await trialSession(kind.delayed ? delayed : equal, words) };
    lines.push(line);
    kept.add(line);
    console.error(`${lines.length}/${sessions}: ${JSON.stringify(line)}`);
  }
  for (const line of summaryLines(lines)) console.log(line);
}

await runProgram(main);
