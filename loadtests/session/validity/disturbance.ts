/** Finds what disturbed a machine during a test. Pure. */
import { grouped as n } from '../../../metrics/numbers.ts';
import type { DISTURBANCES } from '../../../protocol/run-record.ts';
import type {
  MachineCounters,
  Stopped,
  SurroundingsReading,
  SurroundingsSamples,
} from '../../../protocol/surroundings.ts';
import type { Window } from '../record/gauges.ts';

/**
 * Others that take this much of a core (%, mean of the test) may take part in what is measured: where server and swarm share two cores,
 * every twentieth of their moments has one of them waiting. The other work of a quiet machine is 1 to 3 %.
 */
const OTHERS_PERCENT = 10;
/**
 * The factor by which others may take more where server and swarm were measured to wait little. Up to one core of two, latencies
 * changed by no more than rounds differ from each other (`npm run bench -- cpu-wait`); half of that is allowed.
 */
const UNFELT_FACTOR = 5;
/**
 * The kernel counts the machine's time in ticks and that of processes in nanoseconds; on what server and swarm use the two agree to
 * within so much. Less than this share of ours is not known to be anybody else's.
 */
const OTHERS_SHARE_OF_OURS = 0.1;
/** A program that takes half of a core for a second is over before the mean shows it; p99 of a test of 15 s shows it. */
const OTHERS_PERCENT_IN_A_SECOND = 50;
/**
 * A hypervisor gives a core away for milliseconds at a time, which a latency in one of a hundred has then in it when 1 % of the time
 * of the cores in use goes that way.
 */
const STOLEN_SHARE = 0.01;
/** Clocks that change by a fifth change latencies by about as much, which is more than most frameworks differ by. */
const SLOWEST_SHARE = 0.8;
/** 256 KiB. A process that waits for a page from swap waits for a disk; fewer pages may be housekeeping of the kernel. */
const SWAPPED_PAGES = 64;
/** Neither server nor swarm waits for a disk in a test but where a scenario has a database, and then for a small part of its time. */
const STALLED_SHARE = 0.1;
/** A quota that is used up in one period of 100 ms in a hundred seconds is no reason. */
const THROTTLED_SHARE = 0.01;
/** A sleep takes longer to fall into and to wake from; clocks that are set differ by less. */
const ASLEEP_SECONDS = 1;
/** The kernel counts the machine's time in ticks, mostly of 10 ms: less than this is a few of them, s. */
const LEAST_SECONDS = 0.05;
/** The last reading comes with the end of a test; what is said of single seconds is not said of a small part of one, s. */
const SHORTEST_SECONDS = 0.5;
/**
 * On loopback and in a sound local network nothing is lost, so that TCP sends nothing again. A segment that is sent again comes 200 ms
 * later or more (RFC 6298, as Linux has it), and a second in which it is one segment in a hundred is one whose messages were held up. A
 * lost SYN is sent again a second later: where each message opens a connection, so few are all that an interruption leaves, among the many
 * segments of those after it.
 */
const RESENT_SHARE = 0.01;
const LEAST_RESENT = 3;

export interface Disturbance {
  /** Segments that were sent again are no disturbance of those that a run is done again for: they may be the network that was asked for. */
  code: (typeof DISTURBANCES)[number] | 'segments-resent';
  /** One sentence with its numbers. */
  message: string;
}

type Say = (code: Disturbance['code'], message: string) => void;

/** Between two readings. */
interface Span {
  seconds: number;
  from: SurroundingsReading;
  to: SurroundingsReading;
}

const spanOf = (from: SurroundingsReading, to: SurroundingsReading): Span => ({
  seconds: (to.at - from.at) / 1000,
  from,
  to,
});

/** CPU time of others as % of a core. Below 0 where ticks counted less than nanoseconds did. */
const othersPercent = ({ seconds, from, to }: Span): number =>
  (100 * (to.taskSeconds - from.taskSeconds - (to.ownSeconds - from.ownSeconds))) / seconds;

/** CPU time of others from the first to the last of `readings` (two or more), % of a core; 0 where there are fewer. */
export function othersCpuPercent(readings: readonly SurroundingsReading[]): number {
  const [first, last] = [readings[0], readings.at(-1)];
  return first === undefined || last === undefined || last.at <= first.at ? 0 : othersPercent(spanOf(first, last));
}

type Counter = Exclude<keyof MachineCounters, 'taskSeconds' | 'stolenSeconds' | 'megahertz'>;

/** The growth of a counter; null when it cannot be read. */
function growth({ from, to }: Span, name: Counter): number | null {
  const [before, after] = [from[name], to[name]];
  return before === null || after === null ? null : after - before;
}

/** The readings of the test, and one on either side of it. */
function during(readings: readonly SurroundingsReading[], { from, to }: Window): SurroundingsReading[] {
  const first = readings.findLastIndex(({ at }) => at <= from);
  const last = readings.findIndex(({ at }) => at >= to);
  return readings.slice(Math.max(0, first), last < 0 ? readings.length : last + 1);
}

/** Facts of a machine besides its samples. */
export interface Known {
  /** False: a part of the server runs outside of its process tree, so that what is others' is not known. Default: true. */
  ownComplete?: boolean;
  /** Waiting for a CPU was measured, and was a small part of the latency. Default: not known. */
  waitedLittle?: boolean;
}

/** @returns one per kind of disturbance; none when the test was too short for two readings */
export function disturbances(
  samples: SurroundingsSamples,
  window: Window,
  { ownComplete = true, waitedLittle = false }: Known = {},
): Disturbance[] {
  const readings = during(samples.readings, window);
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const found: Disturbance[] = [];
  const say: Say = (code, message) => found.push({ code, message });
  const whole = spanOf(first, last);
  const seconds = secondsOf(readings);
  if (ownComplete) judgeOthers(whole, seconds, samples.others, waitedLittle ? UNFELT_FACTOR : 1, say);
  judgeStolen(whole, say);
  const throttled = (growth(whole, 'throttledSeconds') ?? 0) / whole.seconds;
  if (throttled >= THROTTLED_SHARE) {
    say('cpu-throttled', `a CPU quota held processes back for ${n(100 * throttled)}% of the time, all cores added`);
  }
  judgeClock(whole, readings, say);
  const pages = growth(whole, 'swappedPages') ?? 0;
  if (pages >= SWAPPED_PAGES) say('swapped', `${n(pages)} pages of memory went to swap or came from there`);
  const stalled = (growth(whole, 'stalledSeconds') ?? 0) / whole.seconds;
  if (stalled >= STALLED_SHARE) say('disk-stalled', `processes waited for a disk in ${n(100 * stalled)}% of the time`);
  judgeStopped(samples.stopped, window, say);
  const asleep = growth(whole, 'asleepSeconds') ?? 0;
  if (asleep >= ASLEEP_SECONDS) say('machine-slept', `the machine was suspended for ${n(asleep)} s`);
  judgeResent(whole, seconds, say);
  return found;
}

/** From each reading to the next; the last of them to the end, where that came soon after it. */
function secondsOf(readings: readonly SurroundingsReading[]): Span[] {
  const spans = readings.slice(1).map((reading, index) => spanOf(readings[index]!, reading));
  const last = spans.at(-1)!;
  if (spans.length < 2 || last.seconds >= SHORTEST_SECONDS) return spans;
  return [...spans.slice(0, -2), spanOf(spans.at(-2)!.from, last.to)];
}

const PARTS: Record<Stopped['part'], string> = {
  server: 'the server',
  swarm: 'the swarm',
  bench: 'Outcry itself',
};

function judgeStopped(stopped: readonly Stopped[], { from, to }: Window, say: Say): void {
  const inside = stopped.filter((one) => one.to >= from && one.from <= to);
  const who = (Object.keys(PARTS) as Stopped['part'][]).flatMap((part) => {
    const mine = inside.filter((one) => one.part === part);
    if (mine.length === 0) return [];
    const ms = mine.reduce((sum, one) => sum + Math.min(one.to, to) - Math.max(one.from, from), 0);
    return [`${PARTS[part]} ${ms > 0 ? `for ${n(ms / 1000)} s or more` : 'for a moment'}`];
  });
  if (who.length > 0)
    say('process-stopped', `processes were stopped by a signal or a debugger: of ${who.join(', of ')}`);
}

function judgeResent(whole: Span, seconds: readonly Span[], say: Say): void {
  const of = (span: Span) => {
    // A server that accepts slowly drops connection requests, which TCP repeats: the network lost nothing then.
    const dropped = Math.min(growth(span, 'resentBegins') ?? 0, growth(span, 'droppedBegins') ?? 0);
    return {
      sent: growth(span, 'sentSegments') ?? 0,
      resent: (growth(span, 'resentSegments') ?? 0) - dropped,
      begins: (growth(span, 'resentBegins') ?? 0) - dropped,
    };
  };
  const heldUp = seconds
    .map(of)
    .filter(
      ({ sent, resent, begins }) => resent >= LEAST_RESENT && (resent >= RESENT_SHARE * sent || begins >= LEAST_RESENT),
    ).length;
  if (heldUp === 0) return;
  const { sent, resent, begins } = of(whole);
  const toBegin = begins > 0 ? `, ${n(begins)} of them to begin a connection` : '';
  say(
    'segments-resent',
    `TCP on this machine sent ${n(resent)} of ${n(sent)} segments again${toBegin}, in ${heldUp} of ${seconds.length} seconds enough to hold messages up: the network lost them, or was interrupted`,
  );
}

/** @param factor by how much others may take more than usual */
function judgeOthers(
  whole: Span,
  seconds: readonly Span[],
  others: SurroundingsSamples['others'],
  factor: number,
  say: Say,
): void {
  const own = (100 * (whole.to.ownSeconds - whole.from.ownSeconds)) / whole.seconds;
  const beyondDoubt = (span: Span, least: number): boolean => {
    const percent = othersPercent(span);
    return percent >= least && percent >= OTHERS_SHARE_OF_OURS * own && percent * span.seconds >= 100 * LEAST_SECONDS;
  };
  const mean = othersPercent(whole);
  const worst = Math.max(...seconds.map(othersPercent));
  const inASecond = seconds.some((second) => beyondDoubt(second, factor * OTHERS_PERCENT_IN_A_SECOND));
  if (!beyondDoubt(whole, factor * OTHERS_PERCENT) && !inASecond) return;
  const names = others
    .filter(({ cpuSeconds }) => cpuSeconds >= 0.1)
    .map(({ name, cpuSeconds }) => `${name} ${n(cpuSeconds)} s`);
  const who = names.length > 0 ? `; most of what still runs: ${names.join(', ')}` : '';
  say(
    'cpu-by-others',
    `other programs used ${n(Math.max(0, mean))}% of a core, ${n(worst)}% in the worst second${who}`,
  );
}

/** Of the time that the cores were wanted: an idle core has nothing that could be stolen. */
function judgeStolen({ from, to }: Span, say: Say): void {
  const stolen = to.stolenSeconds - from.stolenSeconds;
  const wanted = stolen + to.taskSeconds - from.taskSeconds;
  const share = wanted > 0 ? stolen / wanted : 0;
  if (share >= STOLEN_SHARE && stolen >= LEAST_SECONDS) {
    say('cpu-stolen', `the hypervisor kept ${n(100 * share)}% of the CPU time that was wanted for other machines`);
  }
}

function judgeClock(whole: Span, readings: readonly SurroundingsReading[], say: Say): void {
  const throttles = growth(whole, 'throttles') ?? 0;
  if (throttles > 0) say('clock-changed', `cores were slowed down ${n(throttles)} times because of heat`);
  const known = readings.flatMap(({ megahertz }) => megahertz ?? []);
  const [slowest, fastest] = [Math.min(...known), Math.max(...known)];
  if (throttles === 0 && known.length > 1 && slowest < SLOWEST_SHARE * fastest) {
    say('clock-changed', `the cores' clock went from ${n(fastest)} to ${n(slowest)} MHz at its slowest`);
  }
}
