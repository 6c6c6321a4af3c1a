/** Trials: blind sessions of an app's twins, some of which have a hidden delay. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { platformAlone, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { ROOT } from '../../../system/root.ts';
import { readOptions, wholeNumber } from '../../options.ts';
import { startBusyPrograms } from '../busy-programs.ts';
import { twinNames, writeDelays, writeTwins } from '../twins.ts';
import { ANSWERS } from './answers.ts';
import { GATE } from './gate.ts';
import { roundsToShow } from './gate-summary.ts';
import type { Judge, Twins } from './judge.ts';
import { type Asked, type Delayed, type Head, hidden, type Measured, SealedLog } from './sealed-log.ts';

// Each judge gets back the outcomes that it made.
const JUDGES = new Map<string, Judge<Measured>>(Object.entries({ gate: GATE, answers: ANSWERS }));

export const TRIALS_USAGE = `npm run laboratory -- trials --judge ${[...JUDGES.keys()].join('|')} --log FILE [options] [-- OPTIONS]

Measures how often a difference between servers is seen, of which it is known whether there is one: by the gate between two builds, or by the
answer of a session of many. Before each session chance decides who has a delay: the second build, or half of the servers. The log keeps the
hash of that choice, and the choice after the session. Ends with ${EXIT.failed} when the sessions show that a promise is broken.

  --log FILE       a line of JSON per session; the same command goes on with the rest
  --sessions N     how many in all (gate: ${GATE.usual.sessions}; answers: ${ANSWERS.usual.sessions})
  --twins N        servers of a session, an even number (gate: ${GATE.usual.twins}, and no other; answers: ${ANSWERS.usual.twins})
  --delay PERCENT  of the latency that a first session of equal servers measures: what delayed ones take longer (10)
  --show PERCENT   gate: makes sessions long enough to show this difference, by the scatter of the first one
  --beside N       programs that load a core each in bursts meanwhile (0)
  --app ID         the app; its server must be a program of Node (the first there is)
  OPTIONS          of ./outcry run, for all sessions (answers: none, the default run; gate:
                   ${GATE.usual.words})

npm run laboratory -- summary FILE...

Prints what the log of a trial shows, or several logs with the same options together.`;

const FIRST_ROUNDS = 10;
/** A session may announce as many at most. */
const MOST_ROUNDS = 200;

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** @throws OutcryError (wrong use) */
export function readTrialOptions(args: string[]): { log: string; sessions: number; asked: Asked } {
  const text = { type: 'string' } as const;
  const { values, positionals } = readOptions({
    args,
    allowPositionals: true,
    options: {
      ...{ judge: text, log: text, sessions: text, twins: text, show: text, app: text },
      delay: { ...text, default: '10' },
      beside: { ...text, default: '0' },
    },
  });
  const judge = JUDGES.get(values.judge ?? '');
  if (judge === undefined) throw new OutcryError(`--judge: expected ${[...JUDGES.keys()].join(' or ')}`, EXIT.usage);
  if (values.log === undefined) throw new OutcryError('--log FILE is missing: it keeps what has been done', EXIT.usage);
  if (values.show !== undefined && judge.ratioOf === undefined)
    throw new OutcryError(
      `--show: --judge ${values.judge} takes none; --time of ./outcry run says how long sessions are`,
      EXIT.usage,
    );
  const { usual } = judge;
  const twins = values.twins === undefined ? usual.twins : wholeNumber('twins', values.twins);
  if (twins < 2 || twins > judge.mostTwins || twins % 2 !== 0)
    throw new OutcryError(`--twins: expected an even number from 2 to ${judge.mostTwins}`, EXIT.usage);
  const asked: Asked = {
    judge: values.judge!,
    app: values.app ?? platformAlone().id,
    twins,
    delayPercent: wholeNumber('delay', values.delay),
    showPercent: values.show === undefined ? null : wholeNumber('show', values.show),
    beside: wholeNumber('beside', values.beside),
    words: positionals.length > 0 ? positionals : wordsOf(usual.words),
  };
  const sessions = values.sessions === undefined ? usual.sessions : wholeNumber('sessions', values.sessions);
  return { log: values.log, sessions, asked };
}

/** Measures equal twins for the size of the delay and, where it is asked for, for the length of a session. */
async function calibrate(judge: Judge<Measured>, asked: Asked, twins: Twins): Promise<Head> {
  const { showPercent, words } = asked;
  const first = showPercent === null ? words : [...words, '--runs', String(FIRST_ROUNDS)];
  const outcome = await judge.measure(twins, first);
  const latencyMs = judge.latencyOf(outcome);
  if (latencyMs === null) throw new OutcryError('the first session measured nothing', EXIT.failed);
  const head = { asked, latencyMs, microseconds: Math.round(latencyMs * 10 * asked.delayPercent) };
  if (showPercent === null) return { ...head, calibrated: null };
  const ratio = judge.ratioOf?.(outcome) ?? null;
  if (ratio === null) throw new OutcryError('the first session compared nothing', EXIT.failed);
  const rounds = roundsToShow(showPercent, ratio, FIRST_ROUNDS);
  if (rounds !== null && rounds <= MOST_ROUNDS) return { ...head, calibrated: { ratio, rounds } };
  const sentence = `this machine is too noisy: more than ${MOST_ROUNDS} rounds would show ${showPercent} %`;
  throw new OutcryError(sentence, EXIT.failed);
}

/**
 * Sums up the sessions of the logs, and says whether a promise is broken.
 * @throws OutcryError as {@link SealedLog} does, also (wrong use) when they are of different trials, or one is of none
 */
export function summaryOf(files: readonly string[]): { lines: string[]; broken: boolean } {
  const logs = files.map((file) => new SealedLog<Measured>(file, null));
  const [asked, ...others] = logs.map(({ head }) => head?.asked);
  if (others.some((other) => !isDeepStrictEqual(other, asked)))
    throw new OutcryError(`these logs are of trials with different options: ${files.join(', ')}`, EXIT.usage);
  if (asked === undefined) throw new OutcryError(`no trial has begun in ${files.join(', ')}`, EXIT.usage);
  const sessions = logs.flatMap(({ revealed }) => revealed);
  return JUDGES.get(asked.judge)!.summary(
    sessions.map((session, index) => ({ ...session, session: index + 1 })),
    asked,
  );
}

/** Prints what logs show. */
export function printSummary(files: readonly string[]): void {
  const { lines, broken } = summaryOf(files);
  for (const line of lines) console.log(line);
  if (broken) process.exitCode = EXIT.failed;
}

const delayOf = (delayed: Delayed, twin: number): boolean =>
  typeof delayed === 'boolean' ? delayed && twin === 1 : delayed[twin]!;

/** Runs the sessions that the log lacks. @param stop aborted: no further session begins */
export async function trials(args: string[], stop: AbortSignal): Promise<void> {
  const { log: file, sessions, asked } = readTrialOptions(args);
  const judge = JUDGES.get(asked.judge)!;
  const log = new SealedLog<Measured>(file, asked);
  const [app] = selectApps(readApps(), [asked.app]);
  // They stay, so that they are built and verified once.
  const twins = { apps: join(ROOT, '.outcry', 'laboratory', String(asked.twins)), names: twinNames(asked.twins) };
  writeTwins(twins.apps, app!, twins.names);
  startBusyPrograms(asked.beside);
  if (log.head === null) log.begin(await calibrate(judge, asked, twins));
  const { microseconds, latencyMs, calibrated } = log.head!;
  console.error(`delay ${microseconds} us, ${asked.delayPercent} % of ${latencyMs.toFixed(3)} ms`);
  const words = calibrated === null ? asked.words : [...asked.words, '--runs', String(calibrated.rounds)];
  for (let session = log.revealed.length + 1; session <= sessions && !stop.aborted; session++) {
    const choice = hidden(judge.choose(asked.twins));
    log.seal(session, choice);
    writeDelays(
      twins.apps,
      twins.names.map((name, twin) => [name, delayOf(choice.delayed, twin) ? microseconds : 0]),
    );
    const outcome = await judge.measure(twins, words);
    log.reveal(session, choice, outcome);
    console.error(`${session}/${sessions}: ${outcome.rounds} rounds in ${outcome.seconds} s`);
  }
  printSummary([file]);
}
