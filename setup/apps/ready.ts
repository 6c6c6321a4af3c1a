/** Which apps can be built and run on this machine, and getting them ready. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import { meets } from '../tools/find.ts';
import { ANSWER_MS } from '../tools/locate.ts';
import { buildApp } from './build.ts';
import type { App } from './manifest.ts';
import { nameOf } from './versions.ts';

/** Why `app` cannot run on this machine; empty when it can. */
export async function lacks(app: App): Promise<string[]> {
  const verdicts = await Promise.all(app.requires.map((requirement) => meets(requirement, ANSWER_MS, app.toolchains)));
  return verdicts.filter((verdict) => !verdict.ok).map((verdict) => verdict.why);
}

/**
 * The apps whose toolchains are here; the others are left out by name.
 * @param named whether the user asked for these apps: then one that cannot run is an error
 * @throws OutcryError (missing) when none can run
 */
export async function runnableHere(apps: App[], named: boolean, say: (line: string) => void): Promise<App[]> {
  const runnable: App[] = [];
  for (const app of apps) {
    const missing = await lacks(app);
    if (missing.length === 0) {
      runnable.push(app);
      continue;
    }
    const message = `${nameOf(app)} cannot run here: ${missing.join('; ')}`;
    if (named) throw new OutcryError(message, EXIT.missing);
    say(`left out: ${message}`);
  }
  if (runnable.length === 0)
    throw new OutcryError('no framework can run on this machine; see ./outcry doctor', EXIT.missing);
  return runnable;
}

/**
 * Builds the apps that {@link runnableHere} gives.
 * @param step told what is being done; default: as `say`
 * @returns the apps that are ready
 */
export async function makeReady(
  apps: App[],
  named: boolean,
  say: (line: string) => void,
  step: (line: string) => void = say,
): Promise<App[]> {
  const runnable = await runnableHere(apps, named, say);
  for (const app of runnable) await buildApp(app, step);
  return runnable;
}
