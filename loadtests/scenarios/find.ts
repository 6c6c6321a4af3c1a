/** Finds the scenarios: a folder with a `scenario.ts` in it is one. Nothing registers them. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, join, relative } from 'node:path';
import type { Merge } from '../../merge/types.ts';
import type { MetricRoles } from '../../metrics/metric.ts';
import { standardRoles } from '../../metrics/standard-metrics.ts';
import type { ParamLabel } from '../../protocol/param-label.ts';
import type { RankedBy, ScenarioAbout, ScenarioCharts } from '../../protocol/scenario-charts.ts';
import { noSuch } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { importModule } from '../../system/import-module.ts';
import type { DisturbanceScript } from './disturbance-script.ts';
import { asKept, copyOf } from './elsewhere.ts';
import { chartsFault, scenarioFault } from './faults.ts';
import { judgeOf } from './judge.ts';
import type { Judge, Scenario } from './scenario.ts';

/** This checkout's own. */
export const SCENARIOS_DIR = import.meta.dirname;

/** Further folders to look in, with the system's delimiter between them. */
const MORE_FOLDERS = 'OUTCRY_SCENARIOS';

export interface FoundScenario {
  scenario: Scenario;
  /** Absolute path of its folder. */
  dir: string;
  /** Null for a scenario that wraps another: its runs are the other's. */
  parts: { judge: Judge; charts: ScenarioCharts; disturbance: DisturbanceScript | null } | null;
}

/** The folders that are looked in: this one, and copies of those that the environment names. */
export function scenarioFolders(): string[] {
  const more = (process.env[MORE_FOLDERS] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [
    SCENARIOS_DIR,
    ...more.flatMap((folder) => {
      if (existsSync(folder)) return [copyOf(folder)];
      warn(`${MORE_FOLDERS}: there is no folder ${folder} to look for scenarios in`);
      return [];
    }),
  ];
}

const warned = new Set<string>();

/** Once per process: several parts of a command look for scenarios. */
function warn(message: string): void {
  if (!warned.has(message)) console.error(`outcry: ${message}`);
  warned.add(message);
}

/**
 * All scenarios, in the order of their names.
 * @param folders default: {@link scenarioFolders}. Then a broken scenario outside of this checkout is named on stderr and skipped.
 * @param wanted only scenarios of these names; by default all
 * @throws OutcryError (wrong use) that names the file and the field of any other broken scenario
 */
export async function findScenarios(
  folders?: readonly string[],
  wanted?: ReadonlySet<string>,
): Promise<FoundScenario[]> {
  const found: FoundScenario[] = [];
  for (const folder of folders ?? scenarioFolders()) {
    const skips = folders === undefined && folder !== SCENARIOS_DIR;
    for (const dir of scenarioDirsIn(folder)) {
      // A scenario is called as its folder is. To load one takes longer than to merge a hundred records.
      if (wanted?.has(basename(dir)) === false) continue;
      try {
        const one = await readScenario(dir);
        demandNewName(one, found);
        found.push(one);
      } catch (error) {
        if (!skips || !(error instanceof OutcryError)) throw error;
        warn(`skipped a scenario: ${error.message}`);
      }
    }
  }
  return found.sort((a, b) => a.scenario.name.localeCompare(b.scenario.name));
}

function scenarioDirsIn(folder: string): string[] {
  if (!existsSync(folder)) throw new OutcryError(`there is no folder ${folder} to look for scenarios in`, EXIT.usage);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'scenario.ts')))
    .map((entry) => join(folder, entry.name));
}

function demandNewName({ scenario, dir }: FoundScenario, found: readonly FoundScenario[]): void {
  const before = found.find((one) => one.scenario.name === scenario.name);
  if (before === undefined) return;
  throw new OutcryError(
    `two scenarios are called "${scenario.name}": ${asKept(before.dir)} and ${asKept(dir)}`,
    EXIT.usage,
  );
}

/** The default export of a file of a scenario's folder. */
async function defaultOf(dir: string, file: string): Promise<unknown> {
  const path = join(dir, file);
  if (!existsSync(path)) throw broken(dir, file, 'is missing');
  try {
    const module = await importModule(path);
    if (module.default !== undefined) return module.default;
  } catch (error) {
    throw broken(dir, file, `cannot be loaded: ${(error as Error).message}`);
  }
  throw broken(dir, file, 'has no default export');
}

function broken(dir: string, file: string, what: string): OutcryError {
  const path = relative(process.cwd(), asKept(join(dir, file)));
  return new OutcryError(`${path}: ${asKept(what)}`, EXIT.usage);
}

async function readScenario(dir: string): Promise<FoundScenario> {
  const scenario = await defaultOf(dir, 'scenario.ts');
  const fault = scenarioFault(scenario, dir);
  if (fault !== null) throw broken(dir, 'scenario.ts', fault);
  const good = scenario as Scenario;
  if (good.wraps !== undefined) return { scenario: good, dir, parts: null };
  if (!existsSync(join(dir, 'client.ts'))) throw broken(dir, 'client.ts', 'is missing');
  if (existsSync(join(dir, 'backend.ts')) && !good.needs.includes('feed')) {
    throw broken(dir, 'scenario.ts', 'needs: a scenario with a backend.ts needs "feed"');
  }
  const charts = await defaultOf(dir, 'charts.ts');
  const wrong = chartsFault(charts, good);
  if (wrong !== null) throw broken(dir, 'charts.ts', wrong);
  const { roles, ...shown } = charts as ScenarioCharts;
  const all = { ...shown, roles: { ...standardRoles(good.metrics), ...roles } };
  const disturbance = existsSync(join(dir, 'disturbance.ts'))
    ? ((await defaultOf(dir, 'disturbance.ts')) as DisturbanceScript)
    : null;
  return { scenario: good, dir, parts: { judge: judgeOf(good), charts: all, disturbance } };
}

/** Path of a scenario's `backend.ts`; null where nothing is fed. */
export function backendOf({ dir }: FoundScenario): string | null {
  const path = join(dir, 'backend.ts');
  return existsSync(path) ? path : null;
}

/** Finds what tables know of the scenarios of `merges`. @throws as {@link findScenarios} */
export const aboutsOf = async (merges: readonly Merge[]): Promise<ScenarioAbout[]> =>
  scenarioAbouts(await findScenarios(undefined, new Set(merges.map(({ combination }) => combination.scenario))));

/** Collects what pages and tables know of the scenarios that have runs. */
export function scenarioAbouts(found: readonly FoundScenario[]): ScenarioAbout[] {
  return found.flatMap(({ scenario: { name, about, params }, parts }) =>
    parts === null ? [] : [{ name, about, charts: parts.charts, params: labelsOf(params) }],
  );
}

function labelsOf(params: Scenario['params']): Record<string, ParamLabel> {
  return Object.fromEntries(Object.entries(params).flatMap(([name, { label }]) => (label ? [[name, label]] : [])));
}

/** @throws OutcryError (wrong use) that lists what there is */
export function scenarioNamed(found: readonly FoundScenario[], name: string): FoundScenario {
  const one = found.find(({ scenario }) => scenario.name === name);
  if (one) return one;
  throw noSuch(
    'scenario',
    name,
    found.map(({ scenario }) => scenario.name),
  );
}

/** The metrics that have a role in the scenario `name`. @throws as {@link scenarioNamed} */
export const rolesIn = (found: readonly FoundScenario[], name: string): MetricRoles =>
  scenarioNamed(found, name).parts?.charts.roles ?? {};

/** Finds the metrics that rows of the scenario `name` are ranked by. @throws OutcryError (wrong use) where it has no runs of its own */
export function rankedByIn(found: readonly FoundScenario[], name: string): RankedBy {
  const { parts } = scenarioNamed(found, name);
  if (parts === null) throw new OutcryError(`${name} has no runs of its own to rank`, EXIT.usage);
  return parts.charts.compare;
}
