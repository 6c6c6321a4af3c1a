/** Which frameworks and transports a campaign can use here. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from '../../setup/apps/build.ts';
import { type App, readApps, transportsOf, verbsOf } from '../../setup/apps/manifest.ts';
import { startServer } from '../../setup/apps/server-process.ts';
import { contentHash } from '../../setup/apps/sources.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { processTree } from '../../system/process-tree.ts';
import { temporaryFilesIn } from '../../system/temporary-files.ts';
import { captureUnavailable } from '../capture/capture.ts';
import { backendOf, findScenarios } from '../scenarios/find.ts';
import { isVerified } from '../verify/cache.ts';
import type { Fault, Scene } from './fault.ts';
import type { Lane } from './plan.ts';

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
async function faultsInTheWay(app: App, faults: readonly Fault[]): Promise<string[]> {
  const names: string[] = [];
  for (const fault of faults.filter(({ underneath }) => underneath)) {
    if (!(await comesUpOn(app, fault))) names.push(fault.name);
  }
  return names;
}

/** A scenario with a backend, short; null where there is none. The words to ask for it. */
export async function fedScenario(): Promise<string[] | null> {
  const found = (await findScenarios()).find((one) => one.parts !== null && backendOf(one) !== null);
  if (found === undefined) return null;
  const { name, params } = found.scenario;
  return ['--scenario', name, ...(Object.hasOwn(params, 'messages') ? ['--messages', '300'] : [])];
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
    // A broker, what stands in for a part of a framework, or several processes that serve.
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
