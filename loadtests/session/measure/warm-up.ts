/**
 * Warming up: the same load as the run in pieces that are thrown away, until throughput and latency have levelled. The least time
 * is the app's `warmupSeconds`; only the pieces show the time that it takes here and now.
 */

/** The result of one piece of warm-up. */
export interface Piece {
  /** Seconds of load. */
  seconds: number;
  /** Median of the scenario's latency, ms; null where it measures none or nothing came back. */
  latency: number | null;
  /** Deliveries per second while the load was on; null where nothing is counted. */
  throughput: number | null;
  /** CPU of the server, % of a core; null where it cannot be seen from here. */
  cpu: number | null;
  /** The reason why the piece could not be run; null: it was. */
  error: string | null;
}

export interface WarmedUp {
  /** Seconds of load there were. */
  seconds: number;
  /** Seconds of load the app wants; 0 where nothing is warmed up. */
  wanted: number;
  /** In which way it had not levelled when the time for it was over; null: it had, or was not waited for. */
  unlevel: string | null;
  error: string | null;
}

export interface WarmUpPlan {
  /** The duration that the app wants, seconds. */
  wanted: number;
  /** Exactly this many seconds, levelled or not; null: until it has levelled. */
  exactly: number | null;
  /**
   * `alone`: until it has levelled, and for the app's time at least. `in turn` with other servers, which wait for it: until it has
   * levelled, for {@link SHARE_IN_TURN} of the app's time at least, and for all of it at most.
   */
  taken: 'alone' | 'in turn';
}

/** A warm-up's link to those of the other servers of its round. */
export interface WarmUpsBeside {
  /** Tells that it has levelled. */
  level(): void;
  /** True while another has not levelled and none waits for its turn, so that more load costs the round no time. */
  areUnlevel(): boolean;
}

const NONE_BESIDE: WarmUpsBeside = { level: () => {}, areUnlevel: () => false };

/** Length of a piece at most, seconds. */
const PIECE_SECONDS = { alone: 2, 'in turn': 1 };
/** So many pieces on end must be alike. */
const ALIKE = 3;
/** Their latencies may lie this far apart, as a share of the lowest: of short pieces beside others further, which scatter more. */
export const LATENCY_SPREAD = { alone: 0.2, 'in turn': 0.6 };
/** Or this far, ms, where that is more: a page's clock, the coarsest there is, moves on in steps of so much, and tells no less apart. */
export const LATENCY_STEP_MS = 0.02;
/** Their throughputs, as a share of the highest. */
export const THROUGHPUT_SPREAD = { alone: 0.05, 'in turn': 0.1 };
/**
 * The server's CPU, as a share of the lowest. While a compiler still works on a server's code, its CPU is a multiple of what it will be, and its
 * latency may not show it.
 */
export const CPU_SPREAD = { alone: 0.1, 'in turn': 0.2 };
/** And this much more, seconds of CPU: the kernel counts that of a piece in ticks of 10 ms, which begin before it and end after it. */
export const CPU_TICKS_SECONDS = 0.03;
/**
 * An app's own time is one that is enough on slow machines too. A JVM whose app has 30 s compiled until the 13th second, and pieces can be alike
 * before that.
 */
export const SHARE_IN_TURN = 0.5;
/** In turn, an app whose own time is shorter may have this many seconds to level. */
const LEAST_IN_TURN = 10;
/** Longest that is waited for beyond what the app wants, seconds of time; a load that piles up takes longer than its schedule. */
const PATIENCE_SECONDS = 30;

const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);
const figure = (value: number): string => value.toPrecision(3);

/** In which way the last pieces differ by more than a little; null: they do not. */
export function unlevelled(pieces: readonly Piece[], taken: WarmUpPlan['taken'] = 'alone'): string | null {
  const last = pieces.slice(-ALIKE);
  if (last.length < ALIKE) return `there were ${last.length} of ${ALIKE} pieces to compare`;
  const latencies = known(last.map(({ latency }) => latency));
  const low = Math.min(...latencies);
  const high = Math.max(...latencies);
  if (latencies.length > 0 && high - low > Math.max(LATENCY_SPREAD[taken] * low, LATENCY_STEP_MS)) {
    return `latency still went from ${figure(low)} to ${figure(high)} ms`;
  }
  const throughputs = known(last.map(({ throughput }) => throughput));
  const least = Math.min(...throughputs);
  const most = Math.max(...throughputs);
  if (throughputs.length > 0 && most - least > THROUGHPUT_SPREAD[taken] * most) {
    return `deliveries still went from ${figure(least)} to ${figure(most)} per second`;
  }
  const cpus = last.flatMap(({ cpu, seconds }) =>
    cpu === null ? [] : [{ cpu, ticks: (100 * CPU_TICKS_SECONDS) / seconds }],
  );
  const [lowest, highest] = [Math.min(...cpus.map(({ cpu }) => cpu)), Math.max(...cpus.map(({ cpu }) => cpu))];
  const ticks = Math.max(...cpus.map((each) => each.ticks));
  if (cpus.length > 0 && highest - lowest > CPU_SPREAD[taken] * lowest + ticks) {
    return `the server's CPU still went from ${figure(lowest)} to ${figure(highest)} %`;
  }
  return null;
}

/** About how long a warm-up takes whose pieces are level as soon as they may be, seconds. */
export function usualWarmUp({ wanted, exactly, taken }: WarmUpPlan): number {
  const piece = PIECE_SECONDS[taken];
  const least = taken === 'alone' ? wanted : SHARE_IN_TURN * wanted;
  return exactly ?? piece * Math.max(ALIKE, Math.ceil(least / piece));
}

/**
 * Warms up by `run`, a piece at a time; what is to happen anew before a measurement happens before each piece, so that a server
 * has done it while it was hot.
 * @param now seconds by a clock that goes on
 */
export async function warmUp(
  { wanted, exactly, taken }: WarmUpPlan,
  run: (seconds: number) => Promise<Piece>,
  now: () => number,
  beside: WarmUpsBeside = NONE_BESIDE,
): Promise<WarmedUp> {
  const pieces: Piece[] = [];
  const warmed = (): number => pieces.reduce((sum, { seconds }) => sum + seconds, 0);
  const result = (unlevel: string | null, error: string | null): WarmedUp => ({
    seconds: warmed(),
    // In turn, what has levelled has had what it needs.
    wanted: taken === 'alone' ? wanted : Math.min(wanted, warmed()),
    unlevel,
    error,
  });
  if (exactly === 0) return result(null, null);
  const length = PIECE_SECONDS[taken];
  const patience = now() + wanted + PATIENCE_SECONDS;
  const wantedPieces = exactly === null ? null : Math.ceil(exactly / length);
  const isOver = (): boolean => (taken === 'alone' ? now() >= patience : warmed() >= Math.max(wanted, LEAST_IN_TURN));
  for (;;) {
    const piece = await run(exactly === null ? length : exactly / wantedPieces!);
    if (piece.error !== null) return result(null, piece.error);
    pieces.push(piece);
    if (wantedPieces !== null) {
      if (pieces.length === wantedPieces) return result(null, null);
      continue;
    }
    const unlevel = unlevelled(pieces, taken);
    if (unlevel === null) beside.level();
    const hadItsTime =
      warmed() >= wanted || (taken === 'in turn' && warmed() >= SHARE_IN_TURN * wanted && !beside.areUnlevel());
    if (unlevel === null && hadItsTime) return result(null, null);
    if (isOver()) return result(unlevel, null);
  }
}
