/** Plans a session on this machine: reads what there is, and the session that is resumed. Nothing is built or started. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { demandReachable } from '../../../client-launcher/advertised-url.ts';
import { checkFit, filesNeeded } from '../../../client-launcher/console/client-capacity.ts';
import { allowOpenFiles, readLimits } from '../../../client-launcher/console/machine-limits.ts';
import { findApps } from '../../../setup/apps/manifest/elsewhere.ts';
import { type App, isUsual } from '../../../setup/apps/manifest/manifest.ts';
import { partInUse } from '../../../setup/apps/manifest/substitute.ts';
import type { Place } from '../../../setup/apps/places/place.ts';
import { processes } from '../../../setup/apps/places/processes.ts';
import type { Condition } from '../../conditions/condition.ts';
import { conditionsOfSession, findConditions, planConditions } from '../../conditions/find.ts';
import { type FoundScenario, scenarioNamed } from '../../scenarios/find.ts';
import { profileNamed } from '../../scenarios/profiles.ts';
import { captureUnavailable } from '../../wire/capture/capture.ts';
import { needsOf, whyNotCut } from './checks.ts';
import { hostFor, type PlanInput, planSession, rowsAsked } from './plan-session.ts';
import { optionsOf, type SessionFile, sessionFor } from './session-file.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionPlan } from './session-plan.ts';

/** A plan, with the parts of this machine that it is carried out with. */
export interface PlannedSession {
  plan: SessionPlan;
  /** Kept beside the records, for `--resume`. */
  file: SessionFile;
  /** Folders of apps besides those of this checkout. */
  apps: string[] | undefined;
  scenarios: readonly FoundScenario[];
  conditions: readonly Condition[];
  /** The place where servers run. */
  place: Place;
}

/** @throws OutcryError (wrong use) for what cannot be, (missing) for what this machine has no room for */
export async function planHere(given: SessionOptions, scenarios: readonly FoundScenario[]): Promise<PlannedSession> {
  const results = resolve(given.results);
  const file = sessionFor(given, results);
  const options = { ...optionsOf(file, given), results, look: file.looks + 1 };
  const host = hostFor(options);
  if (options.advertise !== undefined) await demandReachable(options.advertise);
  const conditions = await findConditions();
  const { apps, skipped } = appsOf(findApps(options.apps), options);
  const usual = given.asUsual ? usualOf(options, { apps, scenarios }) : undefined;
  const asked = conditionsOfSession(file.options, conditions, usual);
  const about = {
    host,
    advertise: options.advertise ?? null,
    elsewhere: options.on !== undefined && options.grid === undefined,
  };
  const {
    swarmCores,
    between,
    place = processes({ host }),
    ...planned
  } = await planConditions(conditions, asked, about);
  const cores = swarmCores ?? availableParallelism();
  const plan = planSession({ ...options, conditions: asked }, { apps, scenarios, cores, conditions, planned });
  // A counting proxy stands between clients and server too.
  demandRoom(plan, between + (plan.wire && captureUnavailable() !== null ? 1 : 0));
  plan.skipped.unshift(...skipped);
  return { plan, file: keptAs(file, plan), apps: options.apps, scenarios, conditions, place };
}

/** A session that goes on has the load of its first part, and its servers take turns as they did. */
const keptAs = (file: SessionFile, { asked, search, conditions }: SessionPlan): SessionFile => ({
  ...file,
  options: { ...file.options, conditions, ...(search === null ? { params: asked.params } : {}) },
});

/** The facts of a usual session that a condition may know. A row by itself has no other to take turns with. */
function usualOf(options: SessionOptions, input: Pick<PlanInput, 'apps' | 'scenarios'>): { cuttable: boolean } {
  const { scenarios } = input;
  const { scenario } = scenarioNamed(scenarios, options.scenario ?? profileNamed(scenarios, options.profile).scenario);
  return { cuttable: whyNotCut(options, scenario) === null && rowsAsked(options, input) > 1 };
}

const isSubstitute = ({ substitute }: App): boolean =>
  substitute !== undefined && partInUse(substitute).use === 'substitute';

/**
 * `apps` without those that are measured only where they are named, and those that would run on a substitute server, which are never ranked;
 * both where that is asked for. A sentence tells what else there is.
 */
export function appsOf(
  apps: App[],
  { usualOnly, rankableOnly }: Pick<SessionOptions, 'usualOnly' | 'rankableOnly'>,
): { apps: App[]; skipped: string[] } {
  const more = usualOnly ? apps.filter((app) => !isUsual(app)) : [];
  const substitutes = rankableOnly ? apps.filter((app) => !more.includes(app) && isSubstitute(app)) : [];
  const namesOf = (some: App[]): string => some.map(({ id }) => id).join(',');
  const skipped: string[] = [];
  if (substitutes.length > 0) {
    const names = namesOf(substitutes);
    skipped.push(`${names} (a substitute server, never ranked; --frameworks ${names} measures them)`);
  }
  if (more.length > 0)
    skipped.push(`${namesOf(more)} (measured where they are named; --frameworks all measures everything)`);
  return { apps: apps.filter((app) => !more.includes(app) && !substitutes.includes(app)), skipped };
}

/**
 * Raises this process's limit of open files where that is allowed, and checks the rest.
 * @throws OutcryError (missing) that names the framework and says what is short and what to do
 */
function demandRoom(plan: SessionPlan, between: number): void {
  const needs = needsOf(plan, between);
  allowOpenFiles(Math.max(0, ...needs.map(({ need }) => filesNeeded(need))));
  const limits = readLimits();
  for (const { who, need } of needs) checkFit(limits, need, who);
}
