/** Starts the web API with the chart merger as a process of its own, so that it never shares a loop with the runner. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { type Footprint, footprintOf } from '../footprint/footprint.ts';
import { findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { isBuilt } from '../setup/apps/build.ts';
import { bundleForNode } from '../setup/apps/bundle.ts';
import { findApps } from '../setup/apps/elsewhere.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { killTree, spawnOwned } from '../system/processes.ts';
import { ROOT } from '../system/root.ts';
import type { Say } from './output.ts';

export const CHARTS_PORT = 4800;

/** Writes the footprints of the apps that are built to a file for the web API. */
async function writeFootprints(folders: string[] | undefined): Promise<string> {
  const footprints: Footprint[] = [];
  for (const app of findApps(folders).filter(isBuilt)) footprints.push(await footprintOf(app));
  const file = join(ROOT, '.outcry', 'footprints.json');
  writeFileSync(file, JSON.stringify(footprints));
  return file;
}

/** Writes what is known of scenarios to a file for the web API. */
async function writeScenarios(): Promise<string> {
  const file = join(ROOT, '.outcry', 'scenarios.json');
  writeFileSync(file, JSON.stringify(scenarioAbouts(await findScenarios())));
  return file;
}

export interface ChartsServer {
  url: string;
  /** Resolves when the process has ended. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param port 0 for any free one
 * @param apps folders of apps besides those of this checkout, whose footprints are shown too
 * @throws OutcryError (missing) when the port is taken
 */
export async function startChartsServer(
  results: string,
  host: string,
  port: number,
  say: Say,
  apps?: string[],
): Promise<ChartsServer> {
  await buildChartsPage(say);
  const bundle = join(ROOT, '.outcry', 'build', 'web-api.mjs');
  mkdirSync(join(ROOT, '.outcry', 'build'), { recursive: true });
  await bundleForNode(join(ROOT, 'web-api', 'main.ts'), bundle);
  const child = spawnOwned([process.execPath, bundle], {
    label: 'web API',
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: host,
      PORT: String(port),
      RESULTS_DIR: results,
      FOOTPRINTS_FILE: await writeFootprints(apps),
      SCENARIOS_FILE: await writeScenarios(),
      STATIC_DIR: join(ROOT, 'chart-merger', 'dist'),
    },
  });
  const log: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    log.push(line);
    if (log.length > 50) log.shift();
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout! }).once('line', resolve)),
    exited.then(() => null),
  ]);
  if (line === null) {
    if (/EADDRINUSE/.test(log.join('\n'))) {
      throw new OutcryError(
        `port ${port} is taken; choose another with --port N, or end what listens there`,
        EXIT.missing,
      );
    }
    throw new OutcryError(`the web API did not start:\n${log.slice(-10).join('\n')}`, EXIT.failed);
  }
  const ready = JSON.parse(line) as { port: number };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${ready.port}`,
    exited,
    stop: async () => {
      if (child.pid !== undefined) await killTree(child.pid, 3_000);
      await exited;
    },
  };
}
