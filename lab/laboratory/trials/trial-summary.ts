/** Sums up the sessions of a trial: how often gate and answer were wrong about equal twins, and how often they found a delay. Pure. */
import { mean, standardDeviation } from 'simple-statistics';
import { ALPHA } from '../../../merge/statistics/error-spending.ts';
import { runsToShow, type Scatter } from '../../../merge/statistics/sample-size.ts';
import { studentQuantile } from '../../../merge/statistics/student-t.ts';
import { pairedT } from '../../../merge/statistics/welch.ts';
import type { Asked, Revealed } from './sealed-log.ts';
import type { Ratio } from './twin-session.ts';

/** The error rates that gate and answer promise for equal twins, and for a difference that a session is long enough to show. */
const MOST_FALSE = 0.05;
const LEAST_FOUND = 0.8;

/** P(X <= count) for a binomial X of n tries. */
function atMost(count: number, n: number, share: number): number {
  let [term, total] = [(1 - share) ** n, 0];
  for (let k = 0; k <= count; k++) {
    total += term;
    term *= ((n - k) / (k + 1)) * (share / (1 - share));
  }
  return total;
}

/** The share up to which `holds` holds, by halving. */
function endOf(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The exact 95 % interval of a share (Clopper and Pearson, Biometrika 26, 1934): it covers in 95 of 100 cases or more. */
export function shareInterval(count: number, n: number): [low: number, high: number] {
  const low = count === 0 ? 0 : endOf((share) => 1 - atMost(count - 1, n, share) < 0.025);
  const high = count === n ? 1 : endOf((share) => atMost(count, n, share) > 0.025);
  return [low, high];
}

/**
 * The number of rounds that show a difference of `percent`, if they scatter as those did that an interval at 95 % is from.
 * @param ratio of `rounds` pairs of runs
 * @returns null: more than is practicable
 */
export function roundsToShow(percent: number, { low, high }: Ratio, rounds: number): number | null {
  const df = rounds - 1;
  const error = Math.log(high / low) / 2 / studentQuantile(1 - ALPHA / 2, df);
  const scatter: Scatter = {
    by: 'rounds',
    scale: 'ratio',
    sequential: false,
    df,
    runs: [rounds, rounds],
    variance: rounds * error ** 2,
  };
  return runsToShow(scatter, 1 + percent / 100, ALPHA);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const times = (log: number): string => Math.exp(log).toFixed(3);

/** The mean ratio with its interval, over all rounds where they are kept, else over sessions. */
function ratioText(judged: readonly { session: Revealed; ratio: Ratio | null }[]): string {
  const rounds = judged.flatMap(({ session }) => session.roundLogs);
  const logs =
    rounds.length > 0 ? rounds : judged.flatMap(({ ratio }) => (ratio === null ? [] : Math.log(ratio.value)));
  if (logs.length === 0) return '';
  const [middle, scatter] = [mean(logs), standardDeviation(logs)];
  const half = (1.96 * scatter) / Math.sqrt(logs.length);
  const each = rounds.length > 0 ? 'round' : 'session';
  return `; mean ratio ${times(middle)} (${times(middle - half)} to ${times(middle + half)}), scatter of a ${each} ${percent(scatter)}`;
}

interface Line {
  text: string;
  /** The sessions show that a promise is broken. */
  broken: boolean;
}

/** Counts how often `judge` saw a difference in sessions with or without one; null: it judged none of them. */
function lineOf(judge: 'gate' | 'answer', sessions: Revealed[], delayed: boolean, promised: boolean): Line | null {
  const judged = sessions.flatMap((session) => {
    const said = session[judge];
    return said === null || session.delayed !== delayed ? [] : [{ session, ...said }];
  });
  if (judged.length === 0) return null;
  const shown = judged.filter(({ outcome }) => ['fails', 'worse', ...(delayed ? [] : ['better'])].includes(outcome));
  const [low, high] = shareInterval(shown.length, judged.length);
  const share = `${shown.length} of ${judged.length} = ${percent(shown.length / judged.length)} (${percent(low)} to ${percent(high)})`;
  const promise = delayed ? `at least ${percent(LEAST_FOUND)}` : `at most ${percent(MOST_FALSE)}`;
  const found = delayed ? 'delay found' : 'equal twins, false alarms';
  return {
    text: `${judge}, ${found}: ${share}${promised || !delayed ? `, promised ${promise}` : ''}${ratioText(judged)}`,
    broken: delayed ? promised && high < LEAST_FOUND : low > MOST_FALSE,
  };
}

/** Compares the second kind's latency with the first kind's, as a ratio by turns; nothing where too few were measured. */
function kindsLine(sessions: readonly Revealed[], kinds: readonly string[]): string[] {
  const turns = sessions.flatMap((first, index) => {
    const second = sessions[index + 1];
    const isTurn = index % kinds.length === 0 && first.latencyMs != null && second?.latencyMs != null;
    return isTurn ? [[Math.log(first.latencyMs!), Math.log(second.latencyMs!)] as const] : [];
  });
  const test =
    kinds.length === 2
      ? pairedT(
          turns.map(([first]) => first),
          turns.map(([, second]) => second),
        )
      : null;
  if (test === null) return [];
  const half = studentQuantile(0.975, test.df) * test.error;
  const higher = turns.filter(([first, second]) => first > second).length;
  return [
    `latency of "${kinds[0]}" / "${kinds[1]}": ${times(test.estimate)} (${times(test.estimate - half)} to ${times(test.estimate + half)}), higher in ${higher} of ${turns.length} turns`,
  ];
}

/** Lines for each kind of session, and whether one of them breaks a promise. @param sessions in the order of their numbers */
export function summaryOf(
  sessions: readonly Revealed[],
  { kinds, showPercent }: Pick<Asked, 'kinds' | 'showPercent'>,
): { lines: string[]; broken: boolean } {
  const byKind = kinds.map((kind, place) => {
    const own = sessions.filter(({ session }) => (session - 1) % kinds.length === place);
    const lines = (['gate', 'answer'] as const).flatMap((judge) =>
      [false, true].flatMap((delayed) => lineOf(judge, own, delayed, showPercent !== null) ?? []),
    );
    if (own.length === 0) return { lines: [], broken: false };
    const [rounds, seconds] = [own.map((one) => one.rounds), own.map((one) => one.seconds)].map(mean);
    const title = `${kind}: ${own.length} sessions, ${rounds!.toFixed(1)} rounds in ${seconds!.toFixed(0)} s`;
    return { lines: [title, ...lines.map(({ text }) => `  ${text}`)], broken: lines.some(({ broken }) => broken) };
  });
  return {
    lines: [...byKind.flatMap(({ lines }) => lines), ...kindsLine(sessions, kinds)],
    broken: byKind.some(({ broken }) => broken),
  };
}
