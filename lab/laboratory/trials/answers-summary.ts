/** Sums up sessions of many twins: how often answers tell equal twins apart, how often they find a delay, and how large it is to them. Pure. */
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { studentQuantile } from '../../../merge/statistics/student-t.ts';
import { shareText } from '../share-interval.ts';
import type { Measured, Revealed } from './sealed-log.ts';

/** What the answer of a session says about its twins. */
export interface AnswerOutcome extends Measured {
  /** Path of what was compared, such as `fromDue.p50`. */
  compared: string;
  /** The figure of each twin, in the metric's unit, in the order of their names; null: it has none. */
  figures: (number | null)[];
  /** Twins that the answer does not rank. */
  notRanked: number;
  /** Of every two ranked twins by their places: what the later one is shown to be against the earlier one. */
  pairs: { earlier: number; later: number; verdict: 'better' | 'worse' | 'none' }[];
}

/** The twins that had the delay, by the order of their names. */
type RevealedAnswer = Revealed<AnswerOutcome> & { delayed: boolean[] };

const times = (log: number): string => Math.exp(log).toFixed(3);

/** The logarithm of what delayed twins have of the others' figure in one session; null where one twin has none. */
function delayLog({ figures, delayed }: RevealedAnswer): number | null {
  if (figures.some((figure) => figure === null)) return null;
  const logsOf = (which: boolean): number[] =>
    figures.flatMap((figure, twin) => (delayed[twin] === which ? [Math.log(figure!)] : []));
  const [slow, usual] = [logsOf(true), logsOf(false)];
  return slow.length === 0 || usual.length === 0 ? null : mean(slow) - mean(usual);
}

/** The mean ratio over sessions, which are the unit, with Student's 95 % interval where there are two or more. */
function ratioText(sessions: readonly RevealedAnswer[]): string {
  const logs = sessions.flatMap((session) => delayLog(session) ?? []);
  if (logs.length === 0) return '';
  const middle = mean(logs);
  if (logs.length === 1) return `delayed twins have ${times(middle)} times the figure of the others`;
  const half = (studentQuantile(0.975, logs.length - 1) * sampleStandardDeviation(logs)) / Math.sqrt(logs.length);
  return `delayed twins have ${times(middle)} times the figure of the others (${times(middle - half)} to ${times(middle + half)}, by sessions)`;
}

/** Lines for people. Pairs of one session share its machine: intervals of shares of pairs are too short. */
export function answersSummary(revealed: readonly Revealed<AnswerOutcome>[]): string[] {
  const sessions = revealed as readonly RevealedAnswer[];
  if (sessions.length === 0) return ['no session is over'];
  const pairs = sessions.flatMap(({ session, delayed, pairs: own }) =>
    own.map(({ earlier, later, verdict }) => ({
      session,
      verdict,
      later: Number(delayed[later]) - Number(delayed[earlier]),
    })),
  );
  const equal = pairs.filter(({ later }) => later === 0);
  const claimed = equal.filter(({ verdict }) => verdict !== 'none');
  const apart = pairs.filter(({ later }) => later !== 0);
  const isRight = ({ later, verdict }: (typeof pairs)[number]) => verdict === (later > 0 ? 'worse' : 'better');
  const found = apart.filter(isRight);
  const wrong = apart.filter((pair) => pair.verdict !== 'none' && !isRight(pair));
  const seconds = mean(sessions.map((one) => one.seconds));
  const rounds = mean(sessions.map((one) => one.rounds));
  const alarms = new Set(claimed.map(({ session }) => session)).size;
  return [
    `${sessions.length} sessions of ${sessions[0]!.delayed.length} twins, ${rounds.toFixed(1)} rounds in ${seconds.toFixed(0)} s, compared by ${[...new Set(sessions.map(({ compared }) => compared))].join(', ')}`,
    `sessions that tell any equal twins apart: ${shareText(alarms, sessions.length)}`,
    `equal pairs told apart: ${shareText(claimed.length, equal.length)}`,
    ...(apart.length === 0
      ? []
      : [
          `pairs with the delay told apart: ${shareText(found.length, apart.length)}; the wrong way round: ${wrong.length}`,
          ratioText(sessions),
        ]),
  ].filter((line) => line !== '');
}
