/**
 * The engine's figures for a container's CPU and memory: its own stream of statistics, one a second (Engine API, `/containers/{id}/stats`).
 */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { monotonicMs } from '../../../../system/monotonic.ts';
import { killTree, spawnOwned } from '../../../../system/processes.ts';
import { readOr } from '../../../../system/read-or.ts';
import type { EngineReading, EngineSampling } from '../place.ts';
import type { Docker } from './docker.ts';

/** The rhythm of engines; it cannot be asked for another. */
export const ENGINE_INTERVAL_MS = 1000;

/** An engine that has said nothing for so long may say something yet, and the test begins without. */
const FIRST_MS = 5_000;

/** As much of a reading as is looked at. */
interface Statistics {
  /** The time at which the engine took it, RFC 3339 with nanoseconds; of a container that has ended the year 1. */
  read?: string;
  /** CPU time since the container was started, ns. */
  cpu_stats?: { cpu_usage?: { total_usage?: number } };
  memory_stats?: { usage?: number; stats?: Record<string, number> };
}

/** Of one reading: nanoseconds of CPU time, ms of the engine's clock, bytes. */
interface Taken {
  atMs: number;
  cpuNs: number;
  memoryBytes: number;
}

/**
 * A line of the stream; null for one that says nothing, as the last ones of a container that ends. Memory is what `docker stats` shows:
 * without what the kernel keeps of files and gives away when somebody wants it.
 */
function takenFrom(line: string): Taken | null {
  const { read = '', cpu_stats, memory_stats } = readOr(() => JSON.parse(line) as Statistics, {} as Statistics);
  const [cpuNs, usage, atMs] = [cpu_stats?.cpu_usage?.total_usage, memory_stats?.usage, Date.parse(read)];
  if (cpuNs === undefined || usage === undefined || !(atMs > 0)) return null;
  // Of control groups of version 1, and of version 2.
  const cached = memory_stats?.stats?.total_inactive_file ?? memory_stats?.stats?.inactive_file ?? 0;
  return { atMs, cpuNs, memoryBytes: usage - Math.min(cached, usage) };
}

/** Returns the increase between two readings. @param at when the later one arrived, ms by this machine's monotonic clock */
function readingBetween(before: Taken, after: Taken, at: number): EngineReading | null {
  const ms = after.atMs - before.atMs;
  if (ms <= 0) return null;
  return { at, cpuPercent: ((after.cpuNs - before.cpuNs) / 1e6 / ms) * 100, memoryBytes: after.memoryBytes };
}

/**
 * Begins to listen to what the engine says of a container; resolves with its first reading, which the next is the growth since. Docker's own
 * command carries the connection, whatever way it has to the engine. Where nothing comes, nothing is sampled.
 */
export async function beginSampling(docker: Docker, container: string): Promise<EngineSampling> {
  const child: ChildProcess = spawnOwned(docker.argv('system', 'dial-stdio'), {
    label: 'statistics of a container',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin!.on('error', () => {}); // that it has ended is heard of below
  // HTTP/1.0: what comes is not cut into chunks, and ends with the connection.
  child.stdin!.write(`GET /containers/${container}/stats?stream=true HTTP/1.0\r\nHost: docker\r\n\r\n`);
  const readings: EngineReading[] = [];
  let before: Taken | null = null;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_MS).unref();
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const taken = line.startsWith('{') ? takenFrom(line) : null;
      if (taken === null) return;
      const reading = before && readingBetween(before, taken, monotonicMs());
      if (reading !== null) readings.push(reading);
      before = taken;
      resolve();
    });
  });
  return {
    end() {
      if (child.pid !== undefined) void killTree(child.pid, 500);
      return readings;
    },
  };
}
