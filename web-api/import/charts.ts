/**
 * Reads one run of study A: `{Framework, Charts: [{Title, XAxis, Series: [{Name, Data}]}]}`. The order of charts and
 * series varies, so both are found by name. Nothing is trusted: the file may be anybody's.
 */

/** The series of a run, index = second; null where the file has none. Lengths are those of the file. */
export interface ChartSeries {
  sentByClients: number[] | null;
  receivedByServer: number[] | null;
  sentByServer: number[] | null;
  /** Mean latency in ms; null for a second that the file lacks. */
  latencyMean: (number | null)[] | null;
}

export type SeriesName = keyof ChartSeries;

export interface ChartRun {
  /** As written. */
  framework: string;
  series: ChartSeries;
  /** Seconds that the file lacks, per series. */
  missing: { series: SeriesName; seconds: number[] }[];
  /** Series whose axis cannot tell when their values were, with the seconds that it names: they count from second 0. */
  untimed: { series: SeriesName; axis: number[] }[];
  /** Charts and series of names that mean nothing here. */
  unknown: string[];
}

const TITLES: Record<string, Record<string, SeriesName>> = {
  'messages sent from clients and received by server pr. second': {
    'received by server': 'receivedByServer',
    'sent from clients': 'sentByClients',
  },
  'messages sent from server pr. second': { messages: 'sentByServer' },
  'average latency': { 'average latency (ms)': 'latencyMean' },
};

/** Study A's runs have up to 25 seconds; more than a day's is no run. */
const MAX_SECONDS = 86_400;

/** A run that cannot be taken; the message begins with the field. */
export class ChartError extends Error {}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown, field: string): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ChartError(`${field || 'the run'}: must be an object`);
  }
  return value as Fields;
}

function arrayOf(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) throw new ChartError(`${field}: must be an array`);
  if (value.length > MAX_SECONDS)
    throw new ChartError(`${field}: has ${value.length} elements, more than ${MAX_SECONDS}`);
  return value;
}

export function textOf(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new ChartError(`${field}: must be a text`);
  return value;
}

const known = <T>(table: Record<string, T>, name: string): T | undefined => {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
};

/** The seconds that `XAxis` names. */
function secondsOf(axis: unknown, field: string): number[] {
  const seconds = arrayOf(axis, field).map((label, i) => {
    const second = typeof label === 'string' && /^\d{1,6}$/.test(label.trim()) ? Number(label) : label;
    if (typeof second !== 'number' || !Number.isSafeInteger(second) || second < 0 || second > MAX_SECONDS) {
      throw new ChartError(`${field}[${i}]: must be a whole second from 0 to ${MAX_SECONDS}`);
    }
    return second;
  });
  const turn = seconds.findIndex((second, i) => i > 0 && second <= seconds[i - 1]!);
  if (turn !== -1) throw new ChartError(`${field}[${turn}]: must be later than the second before it`);
  return seconds;
}

/**
 * Whether an axis tells the second of each of so many values: it names one for each, or it counts from the test's beginning and
 * continues, as in study A's files, where a series may be longer than its axis. The meaning of any other short axis is unknown: it may
 * be the number of seconds, or only some of them.
 */
const tellsSeconds = (axis: number[], values: number): boolean =>
  axis.length >= values || (axis.length > 0 && axis.every((second, i) => second === i));

/** How many values the longest series of a chart has, of whatever name: its axis was written for all of them. */
function longestOf(series: unknown[]): number {
  const lengths = series.map((one) => {
    const data = one !== null && typeof one === 'object' && 'Data' in one ? one.Data : null;
    return Array.isArray(data) ? data.length : 0;
  });
  return lengths.reduce((most, length) => Math.max(most, length), 0);
}

/** Puts `data` where `seconds` say. Values beyond the axis are the seconds that follow it. */
function place(data: unknown, seconds: number[], whole: boolean, field: string): (number | null)[] {
  const placed: (number | null)[] = [];
  for (const [i, value] of arrayOf(data, field).entries()) {
    if (value !== null && (typeof value !== 'number' || value < 0 || (whole && !Number.isSafeInteger(value)))) {
      const found = typeof value === 'object' ? 'a structure' : JSON.stringify(value).slice(0, 40);
      throw new ChartError(`${field}[${i}]: must be a ${whole ? 'whole ' : ''}number >= 0, is ${found}`);
    }
    if (typeof value === 'number' && !(value <= Number.MAX_SAFE_INTEGER)) {
      throw new ChartError(`${field}[${i}]: is too large`);
    }
    const second = seconds[i] ?? (seconds.at(-1) ?? -1) + 1 + i - seconds.length;
    while (placed.length < second) placed.push(null);
    placed.push(value);
  }
  return placed;
}

/** @throws ChartError that names the field */
export function readCharts(value: unknown): ChartRun {
  const fields = fieldsOf(value, '');
  const framework = textOf(fields.Framework, 'Framework');
  const series: ChartSeries = { sentByClients: null, receivedByServer: null, sentByServer: null, latencyMean: null };
  const missing: ChartRun['missing'] = [];
  const untimed: ChartRun['untimed'] = [];
  const unknown: string[] = [];
  for (const [c, entry] of arrayOf(fields.Charts, 'Charts').entries()) {
    const path = `Charts[${c}]`;
    const chart = fieldsOf(entry, path);
    const title = textOf(chart.Title, `${path}.Title`);
    const names = known(TITLES, title);
    if (!names) {
      unknown.push(`the chart "${title.slice(0, 80)}"`);
      continue;
    }
    const axis = secondsOf(chart.XAxis ?? [], `${path}.XAxis`);
    const written = arrayOf(chart.Series, `${path}.Series`);
    const timed = tellsSeconds(axis, longestOf(written));
    for (const [s, one] of written.entries()) {
      const seriesPath = `${path}.Series[${s}]`;
      const { Name, Data } = fieldsOf(one, seriesPath);
      const label = textOf(Name, `${seriesPath}.Name`);
      const name = known(names, label);
      if (!name) {
        unknown.push(`the series "${label.slice(0, 80)}"`);
        continue;
      }
      if (series[name] !== null) throw new ChartError(`${seriesPath}: is a second series "${label.slice(0, 80)}"`);
      if (!timed) untimed.push({ series: name, axis });
      const data = place(Data, timed ? axis : [], name !== 'latencyMean', `${seriesPath}.Data`);
      const gaps = data.flatMap((value, second) => (value === null ? [second] : []));
      if (gaps.length > 0) missing.push({ series: name, seconds: gaps });
      if (name === 'latencyMean') series.latencyMean = data;
      // A count has no null: a missing second counts 0, and `missing` names it.
      else series[name] = data.map((count) => count ?? 0);
    }
  }
  if (Object.values(series).every((one) => one === null)) throw new ChartError('Charts: none of them is known here');
  return { framework, series, missing, untimed, unknown };
}
