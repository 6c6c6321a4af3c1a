/** The standard metrics by who measures them, and what other code asks about them by name. */
import {
  BACKEND,
  CLIENTS,
  ENTRIES,
  FOLLOWING,
  FRONT,
  HOPS,
  IDLE,
  type MetricEntry,
  SAMPLED,
  SERVER,
  WIRE,
} from './entries.ts';
import { cpuMetric, type MetricRoles, type MetricSpec, ROLES, spec } from './metric.ts';
import { usualFigure } from './units.ts';

type Specs = Record<string, MetricSpec>;

/** Entries as records have them: facts that only the code needs are left away. */
const specsOf = <Name extends string>(entries: Record<Name, MetricEntry>): Record<Name, MetricSpec> =>
  Object.fromEntries(
    Object.entries<MetricEntry>(entries).map(([name, { kind, unit, label, about }]) => [
      name,
      spec(kind, unit, label, about),
    ]),
  ) as Record<Name, MetricSpec>;

export const HOP_METRICS = specsOf(HOPS);
export const CLIENT_METRICS = specsOf(CLIENTS);
export const BACKEND_METRICS = specsOf(BACKEND);
export const SERVER_METRICS = specsOf(SERVER);
export const WIRE_METRICS = specsOf(WIRE);
export const FRONT_METRICS = specsOf(FRONT);
export const FOLLOWING_METRICS = specsOf(FOLLOWING);
/** The metrics that every run has besides its scenario's own: CPU, memory, bytes. */
export const RESOURCE_METRICS = specsOf({ ...SAMPLED, ...IDLE, ...WIRE });

/** The facts of the metric `name`; none of a scenario's own. */
export const factsOf = (name: string): Partial<MetricEntry> => (Object.hasOwn(ENTRIES, name) ? ENTRIES[name]! : {});

type With<Fact extends keyof MetricEntry> = MetricEntry & Required<Pick<MetricEntry, Fact>>;

/** The metrics whose entries have `fact`, with it. */
export const metricsWith = <Fact extends keyof MetricEntry>(fact: Fact): { name: string; entry: With<Fact> }[] =>
  Object.entries(ENTRIES).flatMap(([name, entry]) =>
    entry[fact] === undefined ? [] : [{ name, entry: entry as With<Fact> }],
  );

/** The roles that metrics have by their names alone. @param metrics by name */
export const standardRoles = (metrics: object): MetricRoles =>
  Object.fromEntries(
    Object.keys(ROLES).flatMap((role) =>
      metricsWith('role').flatMap(({ name, entry }) =>
        entry.role === role && Object.hasOwn(metrics, name) ? [[role, name]] : [],
      ),
    ),
  );

/** The metrics of one kind that clients and servers measure in many scenarios. */
export const standardNames = (wanted: MetricSpec['kind']): string[] =>
  Object.entries<MetricSpec>({ ...CLIENT_METRICS, ...SERVER_METRICS }).flatMap(([name, { kind }]) =>
    kind === wanted ? [name] : [],
  );

/** Every metric that a run of a scenario may have: what clients measure, what follows from it, and what the runner adds. */
export const metricsOf = ({ metrics, derived = {} }: { metrics: Specs; derived?: Specs }): Map<string, MetricSpec> =>
  new Map(Object.entries({ ...metrics, ...derived, ...SERVER_METRICS, ...RESOURCE_METRICS, ...FRONT_METRICS }));

/** Lists the cost metrics of a choice, each with its figure. The CPU is that under the load. */
export const costsOf = (roles: MetricRoles) =>
  metricsWith('cost').map(({ name, entry }) => ({
    metric: name === cpuMetric({}) ? cpuMetric(roles) : name,
    figure: usualFigure(entry),
  }));
