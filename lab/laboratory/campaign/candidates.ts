/** Finds the frameworks and transports that a campaign can use here. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVerified } from '../../../loadtests/verify/cache.ts';
import { captureUnavailable } from '../../../loadtests/wire/capture/capture.ts';
import { isBuilt } from '../../../setup/apps/build/build.ts';
import { contentHash } from '../../../setup/apps/build/sources.ts';
import { type App, transportsOf, verbsOf } from '../../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../../setup/apps/places/server-process.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { processTree } from '../../../system/process-tree.ts';
import { temporaryFilesIn } from '../../../system/temporary-files.ts';
import type { Fault, Kind } from './fault.ts';
import type { Candidate } from './plan.ts';

/** Verbs that every session of a campaign needs, whatever its kind. */
const NEEDED = ['publish', 'echo', 'feed'] as const;

/** Counts the processes of the app's server, on what `fault` prepares where one is given; null: it does not start on that. */
async function processesOf(app: App, fault?: Fault): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-campaign-'));
  const place = { results: join(folder, 'results'), temporary: join(folder, 'tmp') };
  mkdirSync(place.temporary);
  const prepared = fault?.prepare?.(place) ?? {};
  try {
    const server = await startServer(app, { env: { ...prepared.env, ...temporaryFilesIn(place.temporary) } });
    const { length } = processTree(server.pid);
    await server.stop();
    return length;
  } catch (error) {
    if (fault !== undefined && error instanceof OutcryError) return null;
    throw error;
  } finally {
    prepared.remove?.();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Names of those of `faults` on which the app's server does not start. */
export async function faultsInTheWay(app: App, faults: readonly Fault[]): Promise<string[]> {
  const names: string[] = [];
  for (const fault of faults.filter(({ underneath }) => underneath)) {
    if ((await processesOf(app, fault)) === null) names.push(fault.name);
  }
  return names;
}

/**
 * Those of `apps` that are built and verified as they are now: a session of a campaign neither builds nor verifies.
 * @param browser true if there is to be a browser
 * @throws OutcryError (missing) when there are none
 */
export async function findCandidates(
  apps: readonly App[],
  browser: boolean,
  faults: readonly Fault[],
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const always: Kind[] = ['plain', 'fed', 'proxied', 'charts', ...(captureUnavailable() ? [] : ['captured' as const])];
  for (const app of apps.filter(isBuilt)) {
    const hash = contentHash(app);
    const transports = transportsOf(app, 'console').filter(
      (transport) => NEEDED.every((verb) => verbsOf(app, transport).includes(verb)) && isVerified(app, hash, transport),
    );
    if (transports.length === 0) continue;
    const cannot = await faultsInTheWay(app, faults);
    const brokered: Kind[] = (await processesOf(app))! > 1 ? ['brokered'] : [];
    for (const transport of transports) {
      const inBrowser: Kind[] = browser && transportsOf(app, 'browser').includes(transport) ? ['browser'] : [];
      candidates.push({ framework: app.id, transport, kinds: [...always, ...brokered, ...inBrowser], cannot });
    }
  }
  if (candidates.length > 0) return candidates;
  throw new OutcryError('a campaign needs apps that are built and verified: ./outcry verify', EXIT.missing);
}
