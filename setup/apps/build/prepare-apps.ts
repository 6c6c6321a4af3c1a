/** The check that apps can be built and run on this machine, and the preparation of apps and their tools. */
import { availableParallelism } from 'node:os';
import { atMost } from '../../../system/at-most.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { meets } from '../../tools/find.ts';
import { ensureTool } from '../../tools/install.ts';
import { ANSWER_MS } from '../../tools/locate.ts';
import { toolCalled } from '../../tools/tool-table.ts';
import { parseRequirement } from '../../tools/versions.ts';
import type { App } from '../manifest/manifest.ts';
import { nameOf } from '../versions/app-versions.ts';
import { buildApp } from './build.ts';

/** The tools that `apps` require, each once. */
export const toolsOf = (apps: readonly Pick<App, 'requires'>[]): string[] => [
  ...new Set(apps.flatMap(({ requires }) => requires.flatMap((text) => parseRequirement(text)?.name ?? []))),
];

/**
 * Installs what `apps` require and lack, if Outcry can.
 * @param step receives the current step
 * @param failed receives why a tool could not be installed; an app that still lacks it is skipped later
 */
export async function installTools(
  apps: readonly App[],
  step: (line: string) => void,
  failed: (line: string) => void = () => {},
): Promise<void> {
  for (const app of apps) {
    if ((await lacks(app)).length === 0) continue;
    const known = toolsOf([app]).filter((id) => toolCalled(id) !== undefined);
    for (const tool of known) await ensureTool(tool, step).catch((error: Error) => failed(error.message));
  }
}

/** Lists the reasons why `app` cannot run on this machine; empty: it can. */
export async function lacks(app: App): Promise<string[]> {
  const verdicts = await Promise.all(app.requires.map((requirement) => meets(requirement, ANSWER_MS, app.toolchains)));
  return verdicts.filter((verdict) => !verdict.ok).map((verdict) => verdict.why);
}

/**
 * The apps whose toolchains are here; one line names the others and what each lacks.
 * @param named true if the user asked for these apps: then one that cannot run is an error
 * @throws OutcryError (missing) when none can run
 */
export async function runnableHere(
  apps: App[],
  named: boolean,
  say: (line: string) => void,
): Promise<{ runnable: App[]; skipped: string[] }> {
  const runnable: App[] = [];
  const skipped: string[] = [];
  for (const app of apps) {
    const missing = await lacks(app);
    if (missing.length === 0) {
      runnable.push(app);
      continue;
    }
    if (named) throw new OutcryError(`${nameOf(app)} cannot run here: ${missing.join('; ')}`, EXIT.missing);
    // The way to get a tool follows after a semicolon: `doctor` gives that in full.
    skipped.push(`${nameOf(app)} (${missing.map((why) => why.split('; ')[0]).join(', ')})`);
  }
  if (runnable.length === 0)
    throw new OutcryError('no framework can run on this machine; see ./outcry doctor', EXIT.missing);
  if (skipped.length > 0) say(`skipped: ${skipped.join(', ')}; ./outcry doctor says how to get what is missing`);
  return { runnable, skipped };
}

/**
 * Builds the apps that {@link runnableHere} gives, one per core at once.
 * @param step receives the current step; default: as `say`
 * @returns the apps that are ready
 * @throws OutcryError of the first {@link buildApp} that fails, after the other apps have been built
 */
export async function makeReady(
  apps: App[],
  named: boolean,
  say: (line: string) => void,
  step: (line: string) => void = say,
): Promise<App[]> {
  const { runnable } = await runnableHere(apps, named, say);
  // While one app downloads, another one compiles.
  const builds = runnable.map((app) => () => buildApp(app, step));
  await atMost(availableParallelism(), builds);
  return runnable;
}
