/** Single figures of one run's samples. */
import { max, median } from 'simple-statistics';
import type { RunRecord } from '../protocol/run-record.ts';

/** Median CPU (% of one core) and maximum memory (bytes) of the server during the run; null where not sampled. */
export function serverFigures(record: RunRecord): { cpuPercentMedian: number | null; memoryBytesMax: number | null } {
  const { server, serverCpuMedian, serverMemoryMax } = record.resources;
  return {
    cpuPercentMedian: server && server.cpuPercent.length > 0 ? median(server.cpuPercent) : serverCpuMedian,
    memoryBytesMax: server && server.memoryBytes.length > 0 ? max(server.memoryBytes) : serverMemoryMax,
  };
}
