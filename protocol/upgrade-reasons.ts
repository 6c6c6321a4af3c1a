/** Carries the first schema's reasons for what is null to where today's records look for them. */
import type { RunRecord } from './run-record.ts';

/** One part of a metric: `metrics.<metric>.<part>`. */
type Target = [metric: string, part: string];

const COUNTS = ['sentByClients', 'receivedByServer', 'sentByServer', 'receivedByClients'] as const;
const series = (metric: string): Target => [metric, 'series'];

/**
 * What each path of the first schema is about. Where several tell of one metric the earlier one is the better answer: a reason
 * such as "a measured run keeps the samples instead" says nothing of a run that has no samples.
 */
const PATHS: [path: string, targets: Target[]][] = [
  ['latency.fromSent', [['fromSent', 'distribution']]],
  ['latency.fromDue', [['fromDue', 'distribution']]],
  ['latency.delivery', [['delivery', 'distribution']]],
  ['latency.lateness', [['lateness', 'distribution']]],
  ...COUNTS.map((name): [string, Target[]] => [`totals.${name}`, [[name, 'total']]]),
  ['totals.expectedDeliveries', [['receivedByClients', 'expected']]],
  ...COUNTS.map((name): [string, Target[]] => [`perSecond.${name}`, [series(name)]]),
  ['perSecond', [...COUNTS.map(series), series('fromSent')]],
  ['perSecond.latencySum', [series('fromSent')]],
  ['perSecond.latencyCount', [series('fromSent')]],
  ['perSecond.latencyMean', [series('fromSent')]],
  [
    'resources',
    ['serverCpu', 'serverMemory', 'swarmCpu', 'swarmMemory', 'machineCpu'].map((name) => [name, 'samples']),
  ],
  [
    'resources.server',
    [
      ['serverCpu', 'samples'],
      ['serverMemory', 'samples'],
    ],
  ],
  [
    'resources.swarm',
    [
      ['swarmCpu', 'samples'],
      ['swarmMemory', 'samples'],
    ],
  ],
  ['resources.machineCpuPercent', [['machineCpu', 'samples']]],
  ['resources.serverCpuMedian', [['serverCpu', 'median']]],
  ['resources.serverMemoryMax', [['serverMemory', 'max']]],
  ['wire', ['wireBytes', 'httpRequests'].map((name) => [name, 'total'])],
  ['wire.bytes', [['wireBytes', 'total']]],
  ['wire.httpRequests', [['httpRequests', 'total']]],
];

/** Paths that are called otherwise now, and are about no metric. */
const RENAMED: Record<string, string> = {
  'identity.payloadBytes': 'identity.params.payload',
};

/**
 * The `notMeasured` of an upgraded record.
 * @param reasons the `notMeasured` it had
 * @param metrics the upgraded record's: a reason goes to a whole metric where the record has none, otherwise to the part that is null
 */
export function upgradeReasons(
  reasons: Record<string, string>,
  { metrics }: Pick<RunRecord, 'metrics'>,
): Record<string, string> {
  const known = new Set(PATHS.map(([path]) => path));
  const upgraded: Record<string, string> = {};
  for (const [path, reason] of Object.entries(reasons)) {
    if (!known.has(path)) upgraded[RENAMED[path] ?? path] = reason;
  }
  for (const [path, targets] of PATHS) {
    const reason = reasons[path];
    if (reason === undefined) continue;
    for (const [name, part] of targets) {
      const metric = metrics[name] as Record<string, unknown> | undefined;
      const target = metric === undefined ? `metrics.${name}` : `metrics.${name}.${part}`;
      if (metric === undefined || metric[part] === null) upgraded[target] ??= reason;
    }
  }
  for (const [name, metric] of Object.entries(metrics)) {
    if (metric.kind === 'trend' && metric.series === null) {
      upgraded[`metrics.${name}.series`] ??= 'the first schema kept this latency per run only';
    }
  }
  return upgraded;
}
