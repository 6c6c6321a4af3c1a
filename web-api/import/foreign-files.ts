/** Files of other load generators, recognised by how they begin, so that a refusal can name them. */

/** The files that may be imported instead. */
const READS = 'Outcry reads its own run records, packed sessions and the raw runs of study A';

/** By the tool: the first lines of its text files. */
const TEXTS: readonly (readonly [string, RegExp])[] = [
  ['metrics of k6', /^metric_name,timestamp,metric_value/],
  ['metrics of k6', /^\{"(?:type|metric|data)":[\s\S]{0,300}"(?:Metric|Point)"/],
  ['a log of Gatling', /^(?:RUN|ASSERTION)\t/],
  ['a histogram of HdrHistogram', /^\s*Value\s+Percentile\s+TotalCount/],
  ['a log of HdrHistogram', /^#\[(?:Histogram|Logging|StartTime)|^"StartTimestamp","Interval_Length"/],
  ['the output of wrk', /^Running .+ test @ /],
  ['the output of ApacheBench', /^This is ApacheBench/],
  ['the output of hey', /^\s*Summary:\s+Total:/],
  ['the output of Bombardier', /^Bombarding /],
  ['results of JMeter', /^timeStamp,elapsed,label|^(?:<\?xml[^>]*>\s*)?<testResults/],
  ['statistics of Locust', /^"?Type"?,"?Name"?,"?Request Count|^"?Timestamp"?,"?User Count/],
  ['results of Vegeta', /^Requests\s+\[total, rate/],
];

/** By the tool: fields that its JSON documents have, and a run record has not. */
const DOCUMENTS: readonly (readonly [string, readonly string[]])[] = [
  ['a summary of k6', ['metrics', 'root_group']],
  ['a report of Artillery', ['aggregate', 'intermediate']],
  ['a result of autocannon', ['latency', 'requests', 'throughput']],
  ['a result of autocannon', ['latency', 'requests', 'connections']],
  ['a report of Vegeta', ['latencies', 'status_codes']],
  ['a result of oha', ['summary', 'latencyPercentiles']],
  ['a result of Bombardier', ['spec', 'result']],
  ['statistics of Gatling', ['type', 'contents', 'stats']],
];

const sentence = (tool: string): string => `is ${tool}; ${READS}`;

/** Returns what a text is that no JSON document is; null where it is not known. */
export function foreignText(text: string): string | null {
  const known = TEXTS.find(([, begins]) => begins.test(text.slice(0, 1_000)));
  return known === undefined ? null : sentence(known[0]);
}

/** Returns whose document `data` is; null where it is not known. */
export function foreignDocument(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const known = DOCUMENTS.find(([, fields]) => fields.every((field) => Object.hasOwn(data, field)));
  return known === undefined ? null : sentence(known[0]);
}
