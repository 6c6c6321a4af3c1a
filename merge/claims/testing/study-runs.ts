/** Made-up runs of a study for tests of its judges. Nothing here was measured. */
import type { GaugeMetric, TrendMetric } from '../../../metrics/metric.ts';
import { RESOURCE_METRICS, WIRE_METRICS } from '../../../metrics/standard-metrics.ts';
import type { Flag, RunIdentity, RunRecord } from '../../../protocol/run-record.ts';
import { studySessionId } from '../../../protocol/study-session.ts';
import { withSubstitute } from '../../testing/made-conditions.ts';
import { type MadeRun, makeRun } from '../../testing/make-run.ts';
import { Rows } from '../study-rows.ts';
import type { Claim, Study } from '../types.ts';

const ATTEMPT = '20260101t100000z-00aa';

/** `load`: what each run of the row gives as `serverCpu`, a run each. */
interface MadeRow {
  part?: string;
  framework?: string;
  transport?: RunIdentity['transport'];
  clients?: number;
  /** One run for each: its level of server CPU. */
  cpu: number[];
  /** Runs of these repetitions, 1 the first, have these findings. */
  findings?: Record<number, Flag | Flag[]>;
  substitute?: string;
  attempt?: string;
  /** Latency per second, ms: ten messages in each. */
  seconds?: number[];
  /** Worker processes of the clients, or browsers. */
  members?: number;
  browser?: 'firefox' | 'chrome' | null;
  /** The name of the CPU. */
  machine?: string;
  /** Bytes of the server's memory in every run. */
  memory?: number;
  /** The servers took turns. */
  sliced?: true;
  /** The runs are there for their bytes alone. */
  bytes?: true;
  /** What a run takes on the wire, bytes. */
  wire?: number;
}

export const FATAL: Flag = { code: 'messages-lost', level: 'fatal', message: 'Made up: 3 messages were lost.' };
export const SATURATED: Flag = { code: 'swarm-saturated', level: 'warning', message: 'Made up: no CPU was left.' };
export const WARNING: Flag = { code: 'overtime', level: 'warning', message: 'Made up: 2 s late.' };

/** Runs of one row of study A, quick. */
export function makeRow({
  part = 'load',
  framework = 'alpha',
  transport = 'websocket',
  ...more
}: MadeRow): RunRecord[] {
  const session = studySessionId({
    study: 'A',
    size: 'quick',
    attempt: more.attempt ?? ATTEMPT,
    part,
    ...(more.bytes ? { bytes: true } : {}),
  });
  return more.cpu.map((level, index) => {
    const identity: MadeRun['identity'] = {
      framework,
      frameworkLabel: framework,
      transport,
      repetition: index + 1,
      ...(more.substitute === undefined ? {} : withSubstitute(more.substitute)),
      ...(more.clients === undefined ? {} : { clients: more.clients }),
      ...(more.members === undefined ? {} : { members: more.members }),
      ...(more.browser === undefined ? {} : { browser: more.browser, swarm: more.browser ? 'browser' : 'console' }),
    };
    const run = makeRun({ session, identity });
    const finding = more.findings?.[index + 1];
    run.validity = finding ? [finding].flat() : [];
    if (more.sliced) run.slices = { seconds: 1, servers: 2, readyAfter: 10, at: [0, 2], place: [1, 1] };
    if (more.machine !== undefined) run.machine = { ...run.machine!, cpu: more.machine };
    run.metrics.serverCpu = { ...RESOURCE_METRICS.serverCpu, ...gauge(level) };
    if (more.memory) run.metrics.serverMemory = { ...RESOURCE_METRICS.serverMemory, ...gauge(more.memory) };
    if (more.wire)
      run.metrics.wireBytes = {
        ...WIRE_METRICS.wireBytes,
        kind: 'count',
        total: more.wire,
        expected: null,
        series: null,
      };
    if (more.seconds) run.metrics.fromSent = { ...run.metrics.fromSent, series: seriesOf(more.seconds) };
    return run;
  });
}

const gauge = (level: number): Omit<GaugeMetric, 'unit' | 'label' | 'about'> => ({
  kind: 'gauge',
  samples: [level, level],
  intervalMs: 1000,
  median: null,
  max: null,
});

const seriesOf = (seconds: number[]): TrendMetric['series'] => ({
  sum: seconds.map((ms) => ms * 10),
  count: seconds.map(() => 10),
});

export const rowsOf = (...rows: MadeRow[]): Rows => new Rows(rows.flatMap(makeRow));

/** It holds where {@link makeRow} gives alpha's runs a `cpu` below 50. */
export const NEEDS_LITTLE: Claim = {
  id: 'A-one',
  says: 'Alpha needs little.',
  where: 'page 1',
  figures: [],
  rule: { kind: 'level', why: 'Made up.', of: 'load/alpha/websocket/serverCpu', unit: '% of a core', most: 50 },
};

/** A study with one part that all rows of {@link makeRow} are of. */
export const makeStudy = (claims: Study['claims'] = []): Study => ({
  schema: 'outcry/study@1',
  id: 'A',
  reference: 'study-a',
  title: 'Made up',
  differs: { always: ['Nothing is as it was.'], quick: ['Half of it.'] },
  parts: [
    {
      id: 'load',
      about: 'a load',
      scenario: 'made-up',
      frameworks: ['alpha', 'beta'],
      transports: ['websocket', 'sse'],
      whole: { swarm: 'console', clients: 60, runs: 10 },
      quick: { swarm: 'console', clients: 20, runs: 3 },
    },
    {
      id: 'long',
      about: 'a long load',
      scenario: 'made-up',
      frameworks: ['alpha'],
      transports: ['websocket'],
      whole: { swarm: 'console', clients: 60, runs: 10 },
      quick: 'it takes an hour',
    },
  ],
  claims,
});
