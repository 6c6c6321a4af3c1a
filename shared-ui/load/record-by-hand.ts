/** The run record of a test that people made by hand. Pure. */
import { clientMetrics } from '../../member/client-metrics.ts';
import { judgeHops } from '../../member/hop-error.ts';
import { judgeReports, whatReportsLack } from '../../member/judge-reports.ts';
import { padMetrics } from '../../member/pad-metrics.ts';
import type { Metric } from '../../metrics/metric.ts';
import { RESOURCE_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import type { Transport } from '../../metrics/transports.ts';
import { substituteCondition } from '../../protocol/conditions.ts';
import { FLAG_CODES, type Params, RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import type { Met } from './meeting.ts';
import type { PageJudge, PageScenario } from './page-scenario.ts';

/** Width of a bucket, seconds. */
export const BUCKET_SECONDS = 1;

/** The server's sentences on its framework, which must stand with figures. */
export interface Told {
  /** The substitute for a part of it; null: none. */
  standIn: string | null;
  /** What must be said with figures; null: nothing. */
  notice: string | null;
}

export interface ByHand extends Told {
  /** Unique; lower case letters, digits and `-`. */
  session: string;
  app: { id: string; label: string };
  scenario: PageScenario;
  judge: PageJudge;
  params: Params;
  transport: Transport;
  /** Of the page that called, as it names itself. */
  userAgent: string;
  startedAt: Date;
  finishedAt: Date;
  met: Met;
}

const NO_TOKEN = 'a page has no token for the server’s control, so it cannot ask what the server counted';
const NO_MONITOR = 'a page cannot look at processes';

/** `firefox` or `chrome` and its version, from its user agent; null for others. */
export function browserIn(userAgent: string): { browser: string; version: string } | null {
  const found = /(Firefox|Chrome)\/(\d[\d.]*)/.exec(userAgent);
  return found && { browser: found[1]!.toLowerCase(), version: found[2]! };
}

/** What only a launcher can measure, with why it is not there. */
function unmeasured(notMeasured: Record<string, string>): Record<string, Metric> {
  const all: Record<string, Metric> = {};
  for (const [name, spec] of Object.entries({ ...SERVER_METRICS, ...RESOURCE_METRICS })) {
    notMeasured[`metrics.${name}`] = name in SERVER_METRICS ? NO_TOKEN : NO_MONITOR;
    all[name] =
      spec.kind === 'count'
        ? { ...spec, kind: 'count', total: null, expected: null, series: null }
        : { ...spec, kind: 'gauge', samples: null, intervalMs: null, median: null, max: null };
  }
  return all;
}

function metricsOf({ scenario, params, met }: ByHand, notMeasured: Record<string, string>): Record<string, Metric> {
  const lack = (name: string, reason: string) => {
    notMeasured[`metrics.${name}`] = reason;
  };
  const run = { params, clients: met.clients, swarm: 'browser' as const };
  const measured = clientMetrics(scenario, run, [...met.reports], 'no report came back', lack);
  return padMetrics({ ...judgeHops(measured, met.reports, lack), ...unmeasured(notMeasured) });
}

function findingsOf(
  { scenario, judge, params, met, transport, standIn }: ByHand,
  record: RunRecord,
): RunRecord['validity'] {
  const { metrics } = record;
  const plannedSeconds = scenario.plannedSeconds(params, met.clients);
  const about = { params, clients: met.clients, metrics, outcome: met, counts: null };
  const judged = [
    ...judgeReports(met, transport),
    ...judge({ ...about, plannedSeconds, bucketSeconds: BUCKET_SECONDS }),
  ];
  const lack = whatReportsLack(met);
  if (lack !== null && !judged.some(({ code }) => code === 'messages-lost')) {
    judged.push({ code: 'messages-lost', level: FLAG_CODES['messages-lost'], message: lack });
  }
  if (standIn !== null) judged.push({ code: 'substitute', level: FLAG_CODES.substitute, message: standIn });
  return judged;
}

/** @throws an Error when the pages measured different things */
export function recordOf(test: ByHand): RunRecord {
  const { session, app, scenario, params, transport, standIn, notice, met } = test;
  const browser = browserIn(test.userAgent);
  const notMeasured: Record<string, string> = { machine: 'a page does not know its machine' };
  const record: RunRecord = {
    schema: RUN_SCHEMA,
    id: `${session}-${app.id}-${transport}-01`,
    kind: 'measured',
    session: { id: session, profile: null, note: 'made by hand, on the load page', search: null },
    identity: {
      scenario: scenario.name,
      params,
      framework: app.id,
      frameworkLabel: app.label,
      transport,
      swarm: 'browser',
      browser: browser?.browser ?? null,
      members: met.members,
      clients: met.clients,
      repetition: 1,
      ...(standIn === null ? {} : { conditions: { 'substitute-server': substituteCondition(standIn) } }),
    },
    when: { startedAt: test.startedAt.toISOString(), finishedAt: test.finishedAt.toISOString() },
    machine: null,
    versions: {
      ...{ framework: null, client: null, runtime: null, driver: null, node: null, outcry: null },
      browser: browser?.version ?? null,
    },
    plan: {
      // Where clients take as long as they take, what was planned is a guess that no run is held to.
      seconds: scenario.mostSeconds === undefined ? scenario.plannedSeconds(params, met.clients) : null,
      bucketSeconds: BUCKET_SECONDS,
    },
    metrics: metricsOf(test, notMeasured),
    validity: [],
    ...(notice === null ? {} : { notice }),
    notMeasured,
  };
  return { ...record, validity: findingsOf(test, record) };
}
