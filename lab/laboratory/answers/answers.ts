/** Trials of the answer: blind sessions of as many twins as a default run has frameworks, some of which have a hidden delay. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { platformAlone, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { ROOT } from '../../../system/root.ts';
import { readOptions, wholeNumber } from '../../options.ts';
import { startBusyPrograms } from '../busy-programs.ts';
import { JsonLines } from '../json-lines.ts';
import { twinNames, writeDelays, writeTwins } from '../twins.ts';
import { answerSession } from './answer-session.ts';
import { answerLines, type RevealedAnswer } from './answer-summary.ts';

export const ANSWERS_USAGE = `npm run laboratory -- answers --log FILE [options] [-- OPTIONS]

Measures how often the answer of a session tells equal servers apart, and how often it finds a delay.
Before each session chance decides which half of the twins has the delay. The log keeps the hash of that choice, and the choice after it.

  --log FILE       a line of JSON per session; the same command goes on with the rest
  --sessions N     how many in all (10)
  --twins N        twins of a session, an even number (8)
  --delay PERCENT  of the figure that a first session of equal twins measures: what delayed servers take longer (10)
  --beside N       programs that load a core each in bursts meanwhile (0)
  --app ID         the app; its server must be a program of Node (the first there is)
  OPTIONS          of ./outcry run, for all sessions (none: the default run)`;

interface Asked {
  app: string;
  twins: number;
  delayPercent: number;
  beside: number;
  words: string[];
}

interface Head {
  asked: Asked;
  /** The figure of the first session, ms, and the delay that follows from it. */
  latencyMs: number;
  microseconds: number;
}

type Sealed = RevealedAnswer & { nonce: string; sealed: string };
type Line = Head | { session: number; sealed: string } | Sealed;

/** The hash that seals which twins have the delay; `nonce` keeps it from being guessed. */
export const sealOf = (delayed: readonly boolean[], nonce: string): string =>
  createHash('sha256')
    .update(`${nonce} ${JSON.stringify(delayed)}`)
    .digest('hex');

/** A random half of `count` twins. */
export function randomHalf(count: number): boolean[] {
  const half = Array.from({ length: count }, (_, index) => index < count / 2);
  for (let left = count - 1; left > 0; left--) {
    const other = randomInt(left + 1);
    [half[left], half[other]] = [half[other]!, half[left]!];
  }
  return half;
}

const openLog = (file: string): JsonLines<Line> =>
  new JsonLines(file, ['{"asked":', '{"session":'], 'a trial of answers');

const headOf = (log: JsonLines<Line>): Head | null => log.lines.find((line) => 'asked' in line) ?? null;

/** The sessions that are over. @throws OutcryError (failed) when one is not what was sealed before it */
function revealedIn(log: JsonLines<Line>, file: string): Sealed[] {
  const revealed = log.lines.filter((line): line is Sealed => 'nonce' in line);
  const forged = revealed.find(({ delayed, nonce, sealed }) => sealOf(delayed, nonce) !== sealed);
  if (forged === undefined) return revealed;
  throw new OutcryError(`${file}: session ${forged.session} is not what was sealed before it`, EXIT.failed);
}

/** What logs of one trial show together, in lines. @throws OutcryError as {@link answers} does, also when they are of different trials */
export function answersIn(files: readonly string[]): string[] {
  const logs = files.map((file) => ({ file, log: openLog(file) }));
  const [first, ...others] = logs.map(({ log }) => headOf(log)?.asked);
  if (others.some((asked) => !isDeepStrictEqual(asked, first)))
    throw new OutcryError(`these logs are of trials with different options: ${files.join(', ')}`, EXIT.usage);
  const revealed = logs.flatMap(({ file, log }) => revealedIn(log, file));
  return answerLines(revealed.map((answer, index) => ({ ...answer, session: index + 1 })));
}

/** @throws OutcryError (wrong use) */
function readAnswerOptions(args: string[]): { file: string; sessions: number; asked: Asked } {
  const { values, positionals } = readOptions({
    args,
    allowPositionals: true,
    options: {
      log: { type: 'string' },
      sessions: { type: 'string', default: '10' },
      twins: { type: 'string', default: '8' },
      delay: { type: 'string', default: '10' },
      beside: { type: 'string', default: '0' },
      app: { type: 'string' },
    },
  });
  if (values.log === undefined) throw new OutcryError('--log FILE is missing: it keeps what has been done', EXIT.usage);
  const twins = wholeNumber('twins', values.twins);
  if (twins < 2 || twins > 26 || twins % 2 !== 0)
    throw new OutcryError('--twins: expected an even number from 2 to 26', EXIT.usage);
  const asked: Asked = {
    app: values.app ?? platformAlone().id,
    twins,
    delayPercent: wholeNumber('delay', values.delay),
    beside: wholeNumber('beside', values.beside),
    words: positionals,
  };
  return { file: values.log, sessions: wholeNumber('sessions', values.sessions), asked };
}

/**
 * Runs the sessions that the log lacks.
 * @param stop aborted: no further session begins
 * @throws OutcryError (wrong use) when the log is of something else; (failed) when a session is not what was sealed before it
 */
export async function answers(args: string[], stop: AbortSignal): Promise<void> {
  const { file, sessions, asked } = readAnswerOptions(args);
  const log = openLog(file);
  const known = headOf(log);
  if (known !== null && !isDeepStrictEqual(known.asked, asked))
    throw new OutcryError(`${file} is of a trial with other options; take another file`, EXIT.usage);
  const [app] = selectApps(readApps(), [asked.app]);
  const names = twinNames(asked.twins);
  const folder = join(ROOT, '.outcry', 'laboratory', 'many');
  writeTwins(folder, app!, names);
  startBusyPrograms(asked.beside);
  if (known === null) {
    const { figures } = await answerSession(folder, names, asked.words);
    const known = figures.filter((figure) => figure !== null).sort((a, b) => a - b);
    const middle = known[Math.floor(known.length / 2)];
    if (middle === undefined) throw new OutcryError('the first session measured nothing', EXIT.failed);
    log.add({ asked, latencyMs: middle, microseconds: Math.round(middle * 10 * asked.delayPercent) });
  }
  const { microseconds } = headOf(log)!;
  console.error(`delay ${microseconds} us, ${asked.delayPercent} % of ${headOf(log)!.latencyMs.toFixed(3)} ms`);
  for (;;) {
    const session = revealedIn(log, file).length + 1;
    if (session > sessions || stop.aborted) break;
    const [delayed, nonce] = [randomHalf(asked.twins), randomBytes(16).toString('hex')];
    const sealed = sealOf(delayed, nonce);
    log.add({ session, sealed });
    writeDelays(
      folder,
      names.map((name, index) => [name, delayed[index] ? microseconds : 0]),
    );
    const outcome = await answerSession(folder, names, asked.words);
    log.add({ session, sealed, delayed, nonce, ...outcome });
    console.error(`${session}/${sessions}: ${outcome.rounds} rounds in ${outcome.seconds} s`);
  }
  for (const line of answersIn([file])) console.log(line);
}
