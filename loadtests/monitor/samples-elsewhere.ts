/** What the monitor on the machine of a server elsewhere says: checked, and by the clock of this machine. */
import { Ajv } from 'ajv';
import { array, exactly, MAX_SAMPLES, orNull, type Schema } from '../../protocol/schema-parts.ts';
import { type SurroundingsSamples, surroundingsSchema } from '../../protocol/surroundings.ts';
import type { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import { lazily } from '../../system/lazily.ts';
import type { MonitorSamples, ServerSurroundings } from './monitor-samples.ts';

/** Round trips by which the clocks are related: the quickest one counts. */
const ROUND_TRIPS = 5;

const amount = { type: 'number', minimum: 0, maximum: 1e15 } as const;
const time = { type: 'number', minimum: -1e15, maximum: 1e15 } as const;
const amounts = array(amount, MAX_SAMPLES);
const sampled = { intervalMs: { type: 'number', exclusiveMinimum: 0 }, at: array(time, MAX_SAMPLES) };
const wait = exactly({
  ...sampled,
  ...{ busiestPercent: amounts, busiestPerTurnMs: amounts, mostRanPercent: amount },
  ...{ allPercent: amounts, allPerTurnMs: amounts },
});
const SAMPLES: Schema = {
  type: 'object',
  required: ['server', 'serverWait', 'surroundings', 'gaps', 'groups'],
  properties: {
    server: exactly({ ...sampled, cpuPercent: amounts, memoryBytes: amounts }),
    serverWait: orNull(wait),
    surroundings: surroundingsSchema,
    gaps: amount,
    groups: { type: 'boolean' },
  },
};
const checks = lazily(() => {
  const ajv = new Ajv({ strict: false, strictNumbers: true });
  return {
    isSamples: ajv.compile<ServerSamples>(SAMPLES),
    areSurroundings: ajv.compile<SurroundingsSamples>(surroundingsSchema),
  };
});

type ServerSamples = Pick<MonitorSamples, 'server' | 'serverWait' | 'surroundings' | 'gaps' | 'groups'>;

/** Relates the clock of a machine to this one's, with an error of half the quickest round trip. @returns its offset, ms */
export async function clockOffset(machine: Pick<RemoteMachine, 'clock'>): Promise<number> {
  let quickest = await machine.clock();
  for (let count = 1; count < ROUND_TRIPS; count += 1) {
    const next = await machine.clock();
    if (next.roundTripMs < quickest.roundTripMs) quickest = next;
  }
  return quickest.offsetMs;
}

/** @param said by a monitor elsewhere, which may be anything. @returns null for what no monitor says */
export const checkedSurroundings = (said: unknown): SurroundingsSamples | null =>
  checks().areSurroundings(said) ? said : null;

const areAlike = (...lists: readonly unknown[][]): boolean => lists.every(({ length }) => length === lists[0]!.length);

/** A monitor reads the machine at the begin and at the end, and each of its samples has all figures. */
function areComplete({ server, serverWait: wait, surroundings }: ServerSamples): boolean {
  return (
    surroundings.readings.length > 0 &&
    (server === null || areAlike(server.at, server.cpuPercent, server.memoryBytes)) &&
    (wait === null || areAlike(wait.at, wait.busiestPercent, wait.busiestPerTurnMs, wait.allPercent, wait.allPerTurnMs))
  );
}

/**
 * Checks samples, and gives them with their times by this machine's clock.
 * @param said by the monitor there, which may be anything
 * @param offsetMs of that machine's clock against this one's
 * @returns null for what no monitor says
 */
export function serverSamples(said: unknown, offsetMs: number): ServerSamples | null {
  const { isSamples } = checks();
  if (!isSamples(said) || !areComplete(said)) return null;
  const here = (at: number): number => at - offsetMs;
  const { server, serverWait, surroundings, gaps, groups } = said;
  return {
    server: server && { ...server, at: server.at.map(here) },
    serverWait: serverWait && { ...serverWait, at: serverWait.at.map(here) },
    surroundings: {
      ...surroundings,
      readings: surroundings.readings.map((reading) => ({ ...reading, at: here(reading.at) })),
      stopped: surroundings.stopped.map((one) => ({ ...one, from: here(one.from), to: here(one.to) })),
    },
    gaps,
    groups,
  };
}

/** The samples of a run whose server is elsewhere: `here` by the monitor of this machine, `there` by that of the server's. */
export function withServer(
  here: MonitorSamples,
  { surroundings, gaps, ...server }: ServerSamples,
  machine: Omit<ServerSurroundings, 'surroundings'>,
): MonitorSamples {
  return { ...here, ...server, gaps: here.gaps + gaps, elsewhere: { ...machine, surroundings } };
}
