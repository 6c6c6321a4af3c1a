/** For tests: what an import makes of a file, and what its runs hold. */
import type { CountMetric, GaugeMetric, TrendMetric } from '../../../metrics/metric.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { importFiles } from '../index.ts';

/** @param data a file's text, or what its JSON holds */
export const read = (data: unknown, name = 'websockets.json') =>
  importFiles([{ name, text: typeof data === 'string' ? data : JSON.stringify(data) }]);

export const count = (run: RunRecord | undefined, name: string) => run!.metrics[name] as CountMetric | undefined;

export const gauge = (run: RunRecord | undefined, name: string) => run!.metrics[name] as GaugeMetric | undefined;

/** The mean latency of each second. */
export const meansOf = (run: RunRecord | undefined) => {
  const { series } = run!.metrics.fromSent as TrendMetric;
  return series && 'mean' in series ? series.mean : null;
};

export const codes = (run: RunRecord | undefined) => run?.validity.map(({ code }) => code);
