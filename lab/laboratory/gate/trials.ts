/** Trials of the gate: blind sessions of an app against itself, or against itself with a hidden delay. */
import { join } from 'node:path';
import { platformAlone, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { ROOT } from '../../../system/root.ts';
import { readOptions, wholeNumber } from '../../options.ts';
import { startBusyPrograms } from '../busy-programs.ts';
import { writeDelays, writeTwins } from '../twins.ts';
import { type Asked, choose, type Head, seal, TrialLog } from './sealed-log.ts';
import { roundsToShow, summaryOf } from './trial-summary.ts';
import { TWINS, twinSession } from './twin-session.ts';

const LOAD = '--swarm console --clients 20 --scenario echo --transports websocket --rate 20 --messages 60 --warmup 4';
const KIND = '--interleaved';

export const TRIALS_USAGE = `npm run laboratory -- trials --log FILE [options] [-- OPTIONS]

Measures how often the gate sees a difference between two builds, of which it is known whether there is one.
Before each session chance decides whether the second build has a delay. The log keeps the hash of that choice, and the choice after the
session. Ends with ${EXIT.failed} when the sessions show that a promise is broken.

  --log FILE       a line of JSON per session; the same command goes on with the rest
  --sessions N     how many in all (100)
  --delay PERCENT  of the latency that a first session of equal builds measures: what the second server takes longer (10)
  --show PERCENT   makes sessions long enough to show this difference, by the scatter of the first one
  --kind OPTIONS   further options of ./outcry run, for all sessions (${KIND})
  --beside N       programs that load a core each in bursts meanwhile (0)
  --app ID         the app; its server must be a program of Node (the first there is)
  OPTIONS          of ./outcry run, for all sessions (${LOAD})`;

const FIRST_ROUNDS = 10;
/** A session may announce as many at most. */
const MOST_ROUNDS = 200;

/** @throws OutcryError (wrong use) */
export function readTrialOptions(args: string[]): { log: string; sessions: number; asked: Asked } {
  const { values, positionals } = readOptions({
    args,
    allowPositionals: true,
    options: {
      log: { type: 'string' },
      sessions: { type: 'string', default: '100' },
      delay: { type: 'string', default: '10' },
      show: { type: 'string' },
      kind: { type: 'string', default: KIND },
      beside: { type: 'string', default: '0' },
      app: { type: 'string' },
    },
  });
  if (values.log === undefined) throw new OutcryError('--log FILE is missing: it keeps what has been done', EXIT.usage);
  const asked: Asked = {
    app: values.app ?? platformAlone().id,
    delayPercent: wholeNumber('delay', values.delay),
    showPercent: values.show === undefined ? null : wholeNumber('show', values.show),
    load: positionals.length > 0 ? positionals : LOAD.split(' '),
    kinds: [values.kind],
    beside: wholeNumber('beside', values.beside),
  };
  return { log: values.log, sessions: wholeNumber('sessions', values.sessions), asked };
}

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** Measures equal twins for the size of the delay and, where it is asked for, for the length of a session. */
async function calibrate(asked: Asked, equal: string): Promise<Head> {
  const words = [...asked.load, ...wordsOf(asked.kinds[0]), '--runs', String(FIRST_ROUNDS)];
  const {
    latencyMs,
    gate: { ratio },
  } = await twinSession(equal, words);
  if (ratio === null || latencyMs === null) throw new OutcryError('the first session compared nothing', EXIT.failed);
  const head = { asked, latencyMs, microseconds: Math.round(latencyMs * 10 * asked.delayPercent) };
  const { showPercent } = asked;
  if (showPercent === null) return { ...head, calibrated: null };
  const rounds = roundsToShow(showPercent, ratio, FIRST_ROUNDS);
  if (rounds !== null && rounds <= MOST_ROUNDS) return { ...head, calibrated: { ratio, rounds } };
  const sentence = `this machine is too noisy: more than ${MOST_ROUNDS} rounds would show ${showPercent} %`;
  throw new OutcryError(sentence, EXIT.failed);
}

/** Prints what the log shows. */
export function printSummary(log: TrialLog): void {
  const { lines, broken } = summaryOf(log.revealed, log.head!.asked);
  for (const line of lines) console.log(line);
  if (broken) process.exitCode = EXIT.failed;
}

/** Runs the sessions that the log lacks. @param stop aborted: no further session begins */
export async function trials(args: string[], stop: AbortSignal): Promise<void> {
  const { log: file, sessions, asked } = readTrialOptions(args);
  const log = new TrialLog(file, asked);
  const [app] = selectApps(readApps(), [asked.app]);
  // They stay, so that they are built and verified once.
  const folder = join(ROOT, '.outcry', 'laboratory', 'two');
  writeTwins(folder, app!, TWINS);
  startBusyPrograms(asked.beside);
  if (log.head === null) log.begin(await calibrate(asked, folder));
  const { microseconds, latencyMs, calibrated } = log.head!;
  console.error(`delay ${microseconds} us, ${asked.delayPercent} % of ${latencyMs.toFixed(3)} ms`);
  const rounds = calibrated === null ? [] : ['--runs', String(calibrated.rounds)];
  while (log.revealed.length < sessions && !stop.aborted) {
    const { length } = log.revealed;
    const choice = choose();
    log.seal(length + 1, choice);
    const words = [...asked.load, ...rounds, ...wordsOf(asked.kinds[0])];
    writeDelays(folder, [
      [TWINS[0]!, 0],
      [TWINS[1]!, choice.delayed ? microseconds : 0],
    ]);
    const outcome = await twinSession(folder, words);
    log.reveal({ session: length + 1, sealed: seal(choice), ...choice, ...outcome });
    console.error(`${length + 1}/${sessions}: ${JSON.stringify({ ...log.revealed.at(-1), sealed: undefined })}`);
  }
  printSummary(log);
}
