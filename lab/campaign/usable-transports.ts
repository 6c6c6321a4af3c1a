/** Which frameworks and transports a campaign can use here. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backendOf, type FoundScenario, findScenarios } from '../../loadtests/scenarios/find.ts';
import { isVerified } from '../../loadtests/verify/cache.ts';
import { captureUnavailable } from '../../loadtests/wire/capture/capture.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { contentHash } from '../../setup/apps/build/sources.ts';
import { type App, readApps, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { processTree } from '../../system/process-tree.ts';
import { temporaryFilesIn } from '../../system/temporary-files.ts';
import type { Lane } from './campaign-plan.ts';
import type { Fault, Scene } from './fault.ts';

/** What every session of a campaign needs, whatever its scenario. */
const NEEDED = ['publish', 'echo', 'feed'] as const;

/** Whether the app's server starts a process below it. */
async function hasBroker(app: App): Promise<boolean> {
  const server = await startServer(app);
  try {
    return processTree(server.pid).length > 1;
  } finally {
    await server.stop();
  }
}

/** Whether the app's server comes up on what `fault` prepares. */
async function comesUpOn(app: App, fault: Fault): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-campaign-'));
  const place = { results: join(folder, 'results'), temporary: join(folder, 'tmp') };
  mkdirSync(place.temporary);
  const prepared = fault.prepare!(place);
  try {
    const server = await startServer(app, { env: { ...prepared.env, ...temporaryFilesIn(place.temporary) } });
    await server.stop();
    return true;
  } catch (error) {
    if (error instanceof OutcryError) return false;
    throw error;
  } finally {
    prepared.remove?.();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Names of those of `faults` on which the app's server does not come up. */
export async function faultsInTheWay(app: App, faults: readonly Fault[]): Promise<string[]> {
  const names: string[] = [];
  for (const fault of faults.filter(({ underneath }) => underneath)) {
    if (!(await comesUpOn(app, fault))) names.push(fault.name);
  }
  return names;
}

/**
 * Two seconds, as in other scenes, in which bodies are always due. A backend that is stopped while none is due is late with none, and the
 * run need not report the stop.
 */
const ALWAYS_DUE: Record<string, number> = { before: 0, interval: 5, messages: 400 };

/** A scenario with a backend and what is asked of it; null where there is none. */
export async function fedScenario(): Promise<{ found: FoundScenario; params: Record<string, number> } | null> {
  const found = (await findScenarios()).find((one) => one.parts !== null && backendOf(one) !== null);
  if (found === undefined) return null;
  const asked = Object.entries(ALWAYS_DUE).filter(([name]) => Object.hasOwn(found.scenario.params, name));
  return { found, params: Object.fromEntries(asked) };
}

/**
 * Apps that are built and verified as they are now: nothing is to be built or verified in a trial.
 * @param browser whether there is to be a browser
 * @param faults what is to be done to them
 * @throws OutcryError (missing) when there are none
 */
export async function findLanes(browser: boolean, faults: readonly Fault[]): Promise<Lane[]> {
  const lanes: Lane[] = [];
  const fed = (await fedScenario()) !== null;
  const captured = captureUnavailable() === null;
  for (const app of readApps().filter(isBuilt)) {
    const hash = contentHash(app);
    const transports = transportsOf(app, 'console').filter(
      (transport) => NEEDED.every((verb) => verbsOf(app, transport).includes(verb)) && isVerified(app, hash, transport),
    );
    // A broker, a substitute, or several worker processes.
    const brokered = transports.length > 0 && (await hasBroker(app));
    const scenes: Scene[] = [
      'plain',
      'proxied',
      'charts',
      ...(fed ? (['fed'] as const) : []),
      ...(captured ? (['captured'] as const) : []),
      ...(brokered ? (['brokered'] as const) : []),
    ];
    const cannot = transports.length > 0 ? await faultsInTheWay(app, faults) : [];
    for (const transport of transports) {
      const inBrowser = browser && transportsOf(app, 'browser').includes(transport);
      lanes.push({ framework: app.id, transport, scenes: inBrowser ? [...scenes, 'browser'] : scenes, cannot });
    }
  }
  if (lanes.length === 0) {
    throw new OutcryError('a campaign needs apps that are built and verified: ./outcry verify', EXIT.missing);
  }
  return lanes;
}
