/** Which apps can be built and run on this machine, and getting them ready. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import { meets } from '../tools/find.ts';
import { buildApp } from './build.ts';
import type { App } from './manifest.ts';

/** Why `app` cannot run on this machine; empty when it can. */
export async function lacks(app: App): Promise<string[]> {
  const verdicts = await Promise.all(app.requires.map((requirement) => meets(requirement)));
  return verdicts.filter((verdict) => !verdict.ok).map((verdict) => verdict.why);
}

/**
 * Builds the apps whose toolchains are here and leaves the others out by name.
 * @param named whether the user asked for these apps: then one that cannot run is an error
 * @returns the apps that are ready
 */
export async function makeReady(apps: App[], named: boolean, say: (line: string) => void): Promise<App[]> {
  const ready: App[] = [];
  for (const app of apps) {
    const missing = await lacks(app);
    if (missing.length > 0) {
      const message = `${app.id} cannot run here: ${missing.join('; ')}`;
      if (named) throw new OutcryError(message, EXIT.missing);
      say(`left out: ${message}`);
      continue;
    }
    await buildApp(app, say);
    ready.push(app);
  }
  if (ready.length === 0)
    throw new OutcryError('no framework can run on this machine; see ./outcry doctor', EXIT.missing);
  return ready;
}
