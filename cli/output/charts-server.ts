/** Starts the web API with the chart merger in its own process: the runner's event loop stays free. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildChartsPage } from '../../chart-merger/build-page.ts';
import { type Footprint, footprintOf } from '../../footprint/footprint.ts';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { bundleForNode } from '../../setup/apps/build/bundle.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { writeWhole } from '../../system/write-whole.ts';
import type { Say } from './print.ts';

export const CHARTS_PORT = 4800;
const BUILD = join(ROOT, '.outcry', 'build');

/** Writes the footprints of built apps to a file for the web API. */
async function writeFootprints(folders: string[] | undefined): Promise<string> {
  const footprints: Footprint[] = [];
  for (const app of findApps(folders).filter(isBuilt)) footprints.push(await footprintOf(app));
  return keptFor('footprints', footprints);
}

/** Writes the descriptions of scenarios to a file for the web API. */
async function writeScenarios(): Promise<string> {
  return keptFor('scenarios', scenarioAbouts(await findScenarios()));
}

/** Several web APIs may run, each with other apps and scenarios: a file is named after its content and never changes. */
function keptFor(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  const file = join(BUILD, `${name}-${hash}.json`);
  writeWhole(file, text);
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
  const bundle = join(BUILD, 'web-api.mjs');
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
