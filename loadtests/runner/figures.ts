/** Single figures of one run's samples. */
import { max } from 'simple-statistics';
import { cpuMedian } from '../../merge/resources.ts';
import type { RunRecord } from '../../protocol/run-record.ts';

/** Median CPU over the seconds (% of one core) and maximum memory (bytes) of the server during the run; null where not sampled. */
export function serverFigures(record: RunRecord): { cpuPercentMedian: number | null; memoryBytesMax: number | null } {
  const { server, serverCpuMedian, serverMemoryMax } = record.resources;
  return {
    cpuPercentMedian: cpuMedian(server?.cpuPercent, server?.intervalMs ?? 0) ?? serverCpuMedian,
    memoryBytesMax: server && server.memoryBytes.length > 0 ? max(server.memoryBytes) : serverMemoryMax,
  };
}
