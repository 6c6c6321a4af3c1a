/** Which runs of a row judge a figure, and whether the rows of a comparison were measured alike. Pure. */
import { TRANSPORT_ENTRIES, type Transport } from '../../metrics/transports.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { hitsAllAlike } from '../compare/comparable.ts';
import { FLAGGED, speaksAgainst } from '../compare/ranking.ts';
import { circumstancesOf, distinct, flagsOf, isSaturated } from '../run-facts.ts';
import { type Row, readRow } from './study-rows.ts';
import type { Judged, Missing } from './types.ts';

/**
 * What a figure follows from. `protocol`: counts and bytes, which no load changes. `memory`: that of the server. `work`: the CPU time of a
 * message. `pace`: times, CPU, rates, and bytes and requests of clients that poll: the slower they are, the more messages share an answer.
 */
export type DependsOn = 'protocol' | 'memory' | 'work' | 'pace';

/** Says what figures of this class and unit follow from in the row `row`. */
export function dependsOn(judged: Judged, unit: string | undefined, row: string): DependsOn {
  if (judged === 'memory') return 'memory';
  if (judged === 'times' || judged === 'loads') return 'pace';
  const transport = readRow(row)?.transport;
  const polls = transport !== undefined && Boolean(TRANSPORT_ENTRIES[transport as Transport]?.polls);
  return polls && (judged === 'bytes' || unit === 'requests') ? 'pace' : 'protocol';
}

/** The fewest runs that judge where others were left out because their clients were short of CPU. */
export const ENOUGH_UNSATURATED = 5;

/** Runs that judge a figure, and the number of those left out. */
export interface Usable {
  runs: RunRecord[];
  left: number;
}

/**
 * The runs of `row` that judge a figure: of what a load changes, those whose clients had the CPU that they needed. Where servers took turns
 * on a machine that others disturbed, late clients were late for all of them: they change times, and not the work that a message takes.
 * @returns why it cannot be judged, where too few are left, or half of these have a flag that speaks against them
 */
export function usableRuns({ label, valid, asPlanned }: Row, on: DependsOn): Usable | Missing {
  if (on === 'protocol') return { runs: valid, left: 0 };
  const rounds = valid.map(({ slices }) => (slices === undefined ? {} : { sliced: true as const }));
  const lateAlike = on === 'work' && hitsAllAlike('swarm-saturated', { rounds, flags: flagsOf(valid) });
  const runs = lateAlike ? valid : valid.filter((run) => !isSaturated(run));
  const left = valid.length - runs.length;
  if (left > 0 && runs.length < ENOUGH_UNSATURATED) return shortOfCpu(label, left, valid.length);
  // A disturbed machine changes times, and not what a server holds in its memory.
  const flags = on === 'memory' ? [] : flagsOf(runs);
  const excused = (code: string): boolean => asPlanned.includes(code) || hitsAllAlike(code, { rounds, flags });
  const flag = flags.find(({ code, count }) => speaksAgainst(code) && !excused(code) && count >= FLAGGED * runs.length);
  if (flag === undefined) return { runs, left };
  return {
    missing: `${label} was disturbed: ${flag.code} in ${flag.count} of ${runs.length} runs`,
    open: 'not judged',
  };
}

const shortOfCpu = (label: string, left: number, all: number): Missing => ({
  missing: `${label}: the clients were short of CPU in ${left} of ${all} runs, and ${ENOUGH_UNSATURATED} without that are needed: they want a machine of their own`,
  open: 'needs a bigger load machine',
});

/** @param rounds in which no row of the quantity `label` was short of CPU */
export const fewUnsaturated = (label: string, rounds: number): Missing => ({
  missing: `${label}: ${rounds} rounds had clients with the CPU that they needed, and ${ENOUGH_UNSATURATED} are needed: they want a machine of their own`,
  open: 'needs a bigger load machine',
});

/** The circumstances of the runs of a row that gave a figure. */
export interface Origin {
  label: string;
  on: DependsOn;
  clients: number | null;
  /** Worker processes, or browsers. */
  members: string;
  engine: string;
  machines: string[];
}

/** The origin of figures that `runs` of the row `label` gave. */
export function originOf(label: string, on: DependsOn, runs: RunRecord[]): Origin {
  const identities = runs.map(({ identity }) => identity);
  const engines = identities.map(({ browser, swarm }) => browser ?? `${swarm} workers`);
  return {
    label,
    on,
    clients: identities[0]?.clients ?? null,
    members: distinct(identities.map(({ members }) => String(members ?? 'an unknown number of'))).join(' or '),
    engine: distinct(engines).join(' and '),
    machines: circumstancesOf(runs).machines,
  };
}

/**
 * Returns the reason why figures of these origins cannot be compared; null if they can. Figures that a protocol fixes can be compared
 * wherever they were measured. More clients may have more workers, and the server's memory does not depend on these.
 */
export function whyNotAlike(origins: readonly Origin[]): Missing | null {
  const machines = distinct(origins.flatMap((one) => (one.on === 'protocol' ? [] : one.machines)));
  if (machines.length > 1)
    return notJudged(`its runs were made on ${machines.length} machines: ${machines.join('; ')}`);
  if (origins.every(({ on }) => on !== 'pace' && on !== 'work')) return null;
  const paced = origins.filter(({ on }) => on !== 'memory');
  for (const one of paced) {
    const engine = paced.find((other) => other.engine !== one.engine);
    if (engine) {
      const inOther = `${engine.label} in ${engine.engine}`;
      return notJudged(`the clients of ${one.label} were in ${one.engine}, and those of ${inOther}`);
    }
    const members = paced.find((other) => other.clients === one.clients && other.members !== one.members);
    if (members) {
      const inOthers = `${members.label} in ${members.members}`;
      return notJudged(`the clients of ${one.label} were in ${one.members} processes, and those of ${inOthers}`);
    }
  }
  return null;
}

const notJudged = (missing: string): Missing => ({ missing, open: 'not judged' });

/** Tells whether the protocol fixes all of these figures. */
export const isOfProtocol = (origins: readonly Origin[]): boolean => origins.every(({ on }) => on === 'protocol');
