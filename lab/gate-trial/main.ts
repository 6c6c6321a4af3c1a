/** `npm run gate-trial`: blind sessions of a build against itself, or against one with a hidden delay; `--help` says how. */
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { startBusyPrograms } from '../busy-programs.ts';
import { delayOf, readTrialArguments, twinFolders } from '../twin-sessions.ts';
import { writeTwins } from '../twins.ts';
import { gateSession } from './gate-session.ts';
import { roundsToShow, summaryOf } from './gate-summary.ts';
import { type Asked, choose, type Head, seal, TrialLog } from './sealed-log.ts';

const LOAD =
  '--interleaved --swarm console --clients 20 --scenario echo --transports websocket --rate 20 --messages 60 --warmup 4';

const USAGE = `Measures how often a gate fails a build that is as fast as its baseline, and one that has a hidden delay.

    npm run gate-trial -- --log FILE [--sessions N] [--delay PERCENT] [--show PERCENT] [--beside N] [--app ID] [-- OPTIONS]

--log FILE       keeps a line of JSON per session; the same command goes on with the rest
--sessions N     how many in all (100)
--delay PERCENT  of the latency that a first session measures (10): what the server takes longer, of which clients hide a part
--show PERCENT   the difference that a session is long enough to show (10)
--beside N       programs that load a core each in bursts meanwhile (0)
--app ID         the app that is measured against itself; its server must be a program of Node (the first there is)
OPTIONS          of ./outcry run (${LOAD})

The first session has 10 rounds of two equal builds. Their scatter says how many rounds show a difference of --show, as
the gate announces it; all sessions have as many. Before each session chance decides whether the second build has the delay. The log keeps
the hash of that choice, and the choice itself after the session. Ends with 4 when the sessions show that a promise is broken.`;

const FIRST_RUNS = 10;
/** What a session may announce at most. */
const MOST_RUNS = 200;

const stop = new AbortController();

/** Measures equal builds for the length of a session and the size of the delay. */
async function calibrate(asked: Asked, equal: string): Promise<Head> {
  const { latencyMs, ratio } = await gateSession(equal, asked.load, FIRST_RUNS);
  if (ratio === null) throw new OutcryError('the first session compared nothing', EXIT.failed);
  const show = asked.showPercent ?? asked.delayPercent;
  const runs = roundsToShow(show, ratio, FIRST_RUNS);
  if (runs === null || runs > MOST_RUNS) {
    throw new OutcryError(`this machine is too noisy: more than ${MOST_RUNS} rounds would show ${show} %`, EXIT.failed);
  }
  return { gateTrial: asked, ratio, latencyMs, microseconds: delayOf(latencyMs, asked.delayPercent), runs };
}

async function main(): Promise<void> {
  const read = readTrialArguments(LOAD, { sessions: '100', delay: '10', show: '10', beside: '0' });
  if (read === null) return console.log(USAGE);
  const { sessions, delay: delayPercent, show: showPercent, beside } = read.numbers;
  const asked: Asked = {
    app: read.app,
    delayPercent,
    ...(showPercent !== delayPercent && { showPercent }),
    load: read.load,
    ...(beside > 0 && { beside }),
  };
  const log = new TrialLog(read.log, asked);
  const [app] = selectApps(readApps(), [asked.app]);
  const { equal, delayed } = twinFolders('gate-trial');
  writeTwins(equal, app!, 0);
  startBusyPrograms(beside);
  if (log.head === null) log.begin(await calibrate(asked, equal));
  const { microseconds, latencyMs, runs } = log.head!;
  writeTwins(delayed, app!, microseconds);
  console.error(
    `delay ${microseconds} us, ${asked.delayPercent} % of ${latencyMs.toFixed(3)} ms; ${runs} rounds a session`,
  );
  while (log.revealed.length < sessions && !stop.signal.aborted) {
    const session = log.revealed.length + 1;
    const choice = choose();
    log.seal(session, choice);
    const { outcome, ratio, seconds } = await gateSession(choice.delayed ? delayed : equal, asked.load, runs);
    log.reveal({ session, sealed: seal(choice), ...choice, outcome, ratio, seconds });
    console.error(
      `${session}/${sessions}: ${outcome}, ${choice.delayed ? 'with the delay' : 'equal builds'}, ${seconds} s`,
    );
  }
  const { lines, broken } = summaryOf(log.revealed);
  for (const line of lines) console.log(line);
  if (broken) process.exitCode = EXIT.failed;
}

await runProgram(main, () => {
  console.error('this session is the last; a second Ctrl-C ends at once');
  stop.abort();
});
