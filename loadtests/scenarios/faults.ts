/** Finds faults in a scenario's files, by the field; null: none. Written by hand, so that a sentence says what was expected. */
import { basename } from 'node:path';
import { type MetricSpec, NAME_PATTERN, ROLES } from '../../metrics/metric.ts';
import {
  BACKEND_METRICS,
  CLIENT_METRICS,
  FRONT_METRICS,
  metricsOf,
  RESOURCE_METRICS,
  SERVER_METRICS,
} from '../../metrics/standard-metrics.ts';
import { FLAG_PATTERN } from '../../protocol/run-record.ts';
import type { ScenarioCharts } from '../../protocol/scenario-charts.ts';
import { COUNTED, VERBS } from '../../protocol/verbs.ts';
import { checksFault } from './judge.ts';
import { paramFault } from './param-values.ts';
import type { ParamSpec, Scenario } from './scenario.ts';

const NAME = new RegExp(NAME_PATTERN);
const FOLDER = /^[a-z][a-z0-9-]{0,39}$/;
const FLAG = new RegExp(FLAG_PATTERN);
const SWARMS = ['browser', 'console'];
const KINDS = ['count', 'trend', 'gauge'];
const PARAM_TYPES = ['whole', 'amount', 'choice', 'text', 'flag'];
const FUNCTIONS = ['plannedSeconds', 'warmUp', 'expected'] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The first of `faults` that is one. */
function first(faults: Iterable<string | null>): string | null {
  for (const fault of faults) if (fault !== null) return fault;
  return null;
}

function listFault(field: string, value: unknown, allowed: readonly string[]): string | null {
  if (!Array.isArray(value)) return `${field}: expected a list`;
  const unknown = value.find((entry) => !allowed.includes(entry));
  return unknown === undefined ? null : `${field}: "${unknown}" is none of ${allowed.join(', ')}`;
}

function isLabel(label: unknown): boolean {
  if (!isObject(label) || !isText(label.text)) return false;
  const { except = {} } = label;
  return isObject(except) && Object.values(except).every((text) => typeof text === 'string');
}

function paramSpecFault(name: string, spec: unknown): string | null {
  const field = `params.${name}`;
  if (!NAME.test(name)) return `${field}: a name is letters and digits and begins with a small letter`;
  if (!isObject(spec)) return `${field}: expected an object`;
  if (!PARAM_TYPES.includes(spec.type as string)) return `${field}.type: expected one of ${PARAM_TYPES.join(', ')}`;
  if (!isText(spec.about)) return `${field}.about: expected a sentence`;
  if (spec.type === 'choice' && !(Array.isArray(spec.choices) && spec.choices.length > 0)) {
    return `${field}.choices: expected a list of them`;
  }
  if (spec.label !== undefined && !isLabel(spec.label)) {
    return `${field}.label: expected how a value is called, such as { text: '{}/s', except: { '0': 'none' } }`;
  }
  const wrong = paramFault(spec as unknown as ParamSpec, spec.default);
  return wrong === null ? null : `${field}.default: ${wrong}`;
}

function metricFault(name: string, spec: unknown): string | null {
  const field = `metrics.${name}`;
  if (!NAME.test(name)) return `${field}: a name is letters and digits and begins with a small letter`;
  if (!isObject(spec)) return `${field}: expected an object`;
  if (!KINDS.includes(spec.kind as string)) return `${field}.kind: expected one of ${KINDS.join(', ')}`;
  const missing = (['unit', 'label', 'about'] as const).find((key) => typeof spec[key] !== 'string');
  if (missing) return `${field}.${missing}: expected text`;
  const standard = Object.entries({ ...CLIENT_METRICS, ...BACKEND_METRICS }).find(([key]) => key === name)?.[1] as
    | MetricSpec
    | undefined;
  if (standard && (standard.kind !== spec.kind || standard.unit !== spec.unit)) {
    return `${field}: is a standard metric, a ${standard.kind} in ${standard.unit}; another one needs another name`;
  }
  const added = name in SERVER_METRICS || name in RESOURCE_METRICS || name in FRONT_METRICS;
  return added ? `${field}: is measured in every run; another one needs another name` : null;
}

function derivedFault(name: string, spec: unknown): string | null {
  const fault = metricFault(name, spec)?.replace(/^metrics/, 'derived') ?? null;
  if (fault !== null) return fault;
  const { kind, from } = spec as Record<string, unknown>;
  if (kind !== 'gauge') return `derived.${name}.kind: expected a gauge`;
  return typeof from === 'function' ? null : `derived.${name}.from: expected a function`;
}

function profileFault(profile: unknown, index: number): string | null {
  const field = `profiles.${index}`;
  if (!isObject(profile)) return `${field}: expected an object`;
  const unnamed = (['name', 'about'] as const).find((key) => !isText(profile[key]));
  if (unnamed) return `${field}.${unnamed}: expected text`;
  if (!SWARMS.includes(profile.swarm as string)) return `${field}.swarm: expected one of ${SWARMS.join(', ')}`;
  if (typeof profile.browsers !== 'function') return `${field}.browsers: expected a function of the machine's cores`;
  const uncounted = (['clientsPerBrowser', 'runs'] as const).find((key) => !(Number(profile[key]) > 0));
  if (uncounted) return `${field}.${uncounted}: expected a number above 0`;
  return ['main', 'all'].includes(profile.transports as string) ? null : `${field}.transports: expected main or all`;
}

function* faultsOf(scenario: Record<string, unknown>, dir: string): Generator<string | null> {
  const { name, about, params, metrics, counted, flags } = scenario;
  if (name !== basename(dir)) yield `name: is "${name}", expected the folder's name "${basename(dir)}"`;
  if (!FOLDER.test(String(name))) yield `name: expected small letters, digits and -, such as my-scenario`;
  if (!isText(about)) yield 'about: expected a sentence';
  if (!isObject(params)) yield 'params: expected an object';
  else yield first(Object.entries(params).map(([key, spec]) => paramSpecFault(key, spec)));
  yield listFault('needs', scenario.needs, VERBS);
  yield listFault('swarms', scenario.swarms, SWARMS);
  if (!isObject(metrics)) yield 'metrics: expected an object';
  else yield first(Object.entries(metrics).map(([key, spec]) => metricFault(key, spec)));
  yield first(Object.entries(scenario.derived ?? {}).map(([key, spec]) => derivedFault(key, spec)));
  if (!isObject(counted)) yield 'counted: expected the verbs that the server receives and sends';
  else {
    yield listFault('counted.received', counted.received, COUNTED);
    yield listFault('counted.sent', counted.sent, COUNTED);
  }
  const lacking = FUNCTIONS.find((key) => typeof scenario[key] !== 'function');
  if (lacking) yield `${lacking}: expected a function`;
  if (scenario.profiles !== undefined) {
    if (!Array.isArray(scenario.profiles)) yield 'profiles: expected a list';
    else yield first(scenario.profiles.map(profileFault));
  }
  const code = Object.keys(isObject(flags) ? flags : {}).find((key) => !FLAG.test(key));
  if (code !== undefined) yield `flags.${code}: expected small letters, digits and -`;
  yield checksFault(scenario as unknown as Scenario, metricsOf(scenario as unknown as Scenario));
}

/** @param dir the scenario's folder, whose name must be its name */
export function scenarioFault(scenario: unknown, dir: string): string | null {
  return isObject(scenario) ? first(faultsOf(scenario, dir)) : 'its default export is not an object';
}

function roleFault(role: string, spec: MetricSpec | undefined): string | null {
  if (!Object.hasOwn(ROLES, role)) return `roles.${role}: is no role; there is: ${Object.keys(ROLES).join(', ')}`;
  const { kind, unit }: { kind: string; unit?: string } = ROLES[role as keyof typeof ROLES];
  const fits = spec?.kind === kind && (unit === undefined || spec.unit === unit);
  return fits ? null : `roles.${role}: expected a ${kind}${unit === undefined ? '' : ` in ${unit}`}`;
}

/** Charts name only metrics that a run of the scenario has. */
export function chartsFault(charts: unknown, scenario: Scenario): string | null {
  if (!isObject(charts)) return 'its default export is not an object';
  const { compare, roles = {}, columns, graphs } = charts as unknown as ScenarioCharts;
  if (!isObject(compare)) return 'compare: expected an object';
  const { metric, otherwise = [] } = compare;
  if (!Array.isArray(otherwise)) return 'compare.otherwise: expected a list of metrics';
  if (!isObject(roles)) return 'roles: expected an object of metrics';
  if (!Array.isArray(columns)) return 'columns: expected a list';
  if (!Array.isArray(graphs)) return 'graphs: expected a list';
  const known = metricsOf(scenario);
  const named: [field: string, metric: string][] = [
    ['compare.metric', metric],
    ...otherwise.map((name, index): [string, string] => [`compare.otherwise.${index}`, name]),
    ...Object.entries(roles).map(([role, name]): [string, string] => [`roles.${role}`, name]),
    ...columns.map(({ metric }, index): [string, string] => [`columns.${index}.metric`, metric]),
    ...graphs.flatMap(({ metrics }, index) =>
      metrics.map((metric): [string, string] => [`graphs.${index}.metrics`, metric]),
    ),
  ];
  const unknown = named.find(([, metric]) => !known.has(metric));
  if (unknown) return `${unknown[0]}: no run of ${scenario.name} has a metric "${unknown[1]}"`;
  const wrong = first(Object.entries(roles).map(([role, metric]) => roleFault(role, known.get(metric))));
  if (wrong !== null) return wrong;
  const ids = graphs.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return twice === undefined ? null : `graphs: two have the id "${twice}"`;
}
