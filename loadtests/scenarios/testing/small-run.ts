/** For tests of whole scenarios: one small run of one app, from its server's start to the record, without the command line. */
import { EventEmitter } from 'node:events';
import { makeSwarm } from '../../../client-launcher/index.ts';
import type { Metric } from '../../../metrics/metric.ts';
import type { Transport } from '../../../metrics/transports.ts';
import type { Params, RunRecord } from '../../../protocol/run-record.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import { type App, readApps, transportsOf, verbsOf } from '../../../setup/apps/manifest/manifest.ts';
import type { Place } from '../../../setup/apps/places/place.ts';
import type { PreparedConditions } from '../../conditions/condition.ts';
import { planSession } from '../../session/plan/plan-session.ts';
import type { SessionEvents } from '../../session/session-events.ts';
import { NO_RECORDS, runInMemory } from '../../session/testing/run-in-memory.ts';
import { findScenarios, SCENARIOS_DIR } from '../find.ts';

export interface SmallRun {
  scenario: string;
  params: Params;
  app: App;
  transport: Transport;
  /** Clients of a console swarm, or of one page of a Firefox. */
  clients: number;
  swarm?: 'console' | 'browser';
  wire?: boolean;
  /** Default: none. */
  conditions?: PreparedConditions;
  /** The place where the server runs; default: as a process here. */
  place?: Place;
  /** The number of retries of a disturbed run; default 0. */
  retries?: number;
  /** Called with each attempt that is discarded. */
  onDiscarded?: (attempt: RunRecord) => void;
  /** Called when everything is there and the clients begin to connect. */
  onConnecting?: () => void;
  /** Called when the measurement begins. */
  onMeasuring?: () => void;
}

interface SmallApp {
  app: App;
  transport: Transport;
  name: string;
}

/**
 * Two of the apps that are tested: the first over two transports with all of `verbs`, the last over one. What a scenario's test runs on. Those
 * that need Node.js alone come first, since virtual machines take seconds of processor time to start.
 */
export function twoApps(verbs: readonly Verb[]): [SmallApp, ...SmallApp[]] {
  const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
  const all = readApps()
    .filter(({ id }) => tested?.includes(id) ?? true)
    .map((app) => ({
      app,
      transports: transportsOf(app, 'console').filter((transport) =>
        verbs.every((verb) => verbsOf(app, transport).includes(verb)),
      ),
    }))
    .filter(({ transports }) => transports.length >= 2);
  const quick = all.filter(({ app }) => app.requires.every((tool) => tool.startsWith('node')));
  const able = quick.length > 0 ? quick : all;
  const of = ({ app, transports }: (typeof able)[number], most: number): SmallApp[] =>
    transports.slice(0, most).map((transport) => ({ app, transport, name: `${app.id} over ${transport}` }));
  return [...of(able[0]!, 2), ...of(able.at(-1)!, 1)] as [SmallApp, ...SmallApp[]];
}

/** Does the run, with no warm-up. */
export async function smallRun(small: SmallRun): Promise<RunRecord> {
  const { app, transport, clients, swarm: kind = 'console' } = small;
  const scenarios = await findScenarios();
  const plan = planSession(
    {
      ...{ session: 'small', results: '', crowded: true },
      scenario: small.scenario,
      params: small.params,
      swarm: kind,
      frameworks: [app.id],
      transports: [transport],
      ...(kind === 'console' ? { clients } : { browsers: 1, clientsPerBrowser: clients }),
      runs: 1,
      warmup: 0,
      retries: small.retries ?? 0,
      wire: small.wire ?? false,
    },
    { apps: [app], scenarios, cores: 2 },
  );
  const swarm =
    kind === 'console'
      ? await makeSwarm({ kind, clients, clientsPerWorker: null, scenarioDirs: [SCENARIOS_DIR] })
      : await makeSwarm({
          ...{ kind, browser: 'firefox', browsers: 1, headful: false, grid: null, advertise: null },
          // Nothing here says how quick a browser is.
          settle: false,
          say: () => {},
        });
  const events = new EventEmitter<SessionEvents>();
  events.on('step', ({ step }) => {
    if (step === 'connecting') small.onConnecting?.();
    if (step === 'measuring') small.onMeasuring?.();
  });
  const { records } = await runInMemory({
    ...{ plan, scenarios, swarm, events },
    store: { ...NO_RECORDS, discard: async (attempt) => small.onDiscarded?.(attempt) },
    ...(small.conditions === undefined ? {} : { conditions: small.conditions }),
    ...(small.place === undefined ? {} : { place: small.place }),
  });
  return records[0]!;
}

/** The totals of counts, and how many values each trend has, by the metric's name; null for what was not measured. */
export function amountsOf({ metrics }: RunRecord): Record<string, number | null> {
  const amount = (metric: Metric): number | null => {
    if (metric.kind === 'count') return metric.total;
    return metric.kind === 'trend' ? (metric.distribution?.count ?? null) : (metric.samples?.length ?? null);
  };
  return Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, amount(metric)]));
}

/** The amounts of a run in which nothing is lost, twice or overtaken. */
export const UNHARMED = { duplicates: 0, outOfOrder: 0, missing: 0 };

/** Codes of what makes a run invalid. */
export const fatalIn = ({ validity }: RunRecord): string[] =>
  validity.flatMap(({ code, level }) => (level === 'fatal' ? [code] : []));

/** Does the run, which must be valid and have these amounts (`amountsOf`) among its own. */
export async function accountedRun(small: SmallRun, amounts: Record<string, number | null>): Promise<RunRecord> {
  const record = await smallRun(small);
  expect(fatalIn(record)).toEqual([]);
  expect(amountsOf(record)).toMatchObject(amounts);
  return record;
}
