/** Starts the web API with the chart merger in its own process: the runner's event loop stays free. A session posts its progress to it. */
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildChartsPage } from '../../chart-merger/build-page.ts';
import { type Footprint, footprintOf } from '../../footprint/footprint.ts';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { mergeCodeEnvironment } from '../../records/merge-code.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { bundleForNode } from '../../setup/apps/build/bundle.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { killTree, onExit, spawnOwned } from '../../system/processes.ts';
import { ROOT } from '../../system/root.ts';
import { writeWhole } from '../../system/write-whole.ts';
import { DEFAULT_RESULTS } from '../options/common-options.ts';
import type { Say } from './print.ts';

export const CHARTS_PORT = 4800;
const POST_LIMIT_MS = 2_000;
/** Longer than the web API waits for pages to have their last figures. */
const END_LIMIT_MS = 12_000;
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
      ...mergeCodeEnvironment(),
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

/** The command that shows a session's charts. */
export const chartsCommand = ({ id, results }: { id: string; results: string }): string =>
  `./outcry charts --session ${id}${results === DEFAULT_RESULTS ? '' : ` --results ${results}`}`;

/** The chart merger's address, with a session chosen. */
export function chartsLink(url: string, session: string | undefined): string {
  return session === undefined ? `${url}/` : `${url}/?session=${encodeURIComponent(session)}`;
}

/**
 * Serves the charts of a session that follow its events, until they are stopped. A session goes on without charts: why there are none is
 * printed.
 * @returns stops serving, when the pages that are open have the last figures and the text that they are given
 */
export async function serveLiveCharts(
  { results, session, apps }: { results: string; session: string; apps: string[] | undefined },
  events: EventEmitter<SessionEvents>,
  say: Say,
): Promise<(over: string) => Promise<void>> {
  try {
    const server = await startChartsServer(results, '127.0.0.1', 0, say, apps);
    const forget = onExit(() => server.stop());
    say(`Live charts: ${chartsLink(server.url, session)}`);
    const post = postProgress(events, server.url, session);
    return async (over) => {
      await post(over);
      forget();
      await server.stop();
    };
  } catch (error) {
    say(`no live charts: ${(error as Error).message}`);
    return async () => {};
  }
}

/** Posts the progress of a session to the web API at `url`. @returns posts its end */
function postProgress(
  events: EventEmitter<SessionEvents>,
  url: string,
  session: string,
): (over: string) => Promise<void> {
  let last = 0;
  let state: object = { run: 0, runs: null, framework: null, transport: null, repetition: null, step: 'launching' };
  // Lost progress only delays a display: it is not sent again.
  const send = async (body: object, limit: number): Promise<void> => {
    await fetch(`${url}/api/progress`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, at: new Date().toISOString(), ...body }),
      signal: AbortSignal.timeout(limit),
    }).catch(() => {});
  };
  const post = (body: object): void => void send(body, POST_LIMIT_MS);
  events.on('swarm', (swarm) => {
    if (Date.now() - last < 1_000) return;
    last = Date.now();
    post({ ...state, ...swarm });
  });
  events.on('step', ({ run, step, number, of }) => {
    const { transport, repetition } = run;
    state = { run: number, runs: of, framework: nameOf(run.app), transport, repetition, step };
    post(state);
  });
  events.on('record', () => post({ ...state, step: 'finished' }));
  return (over) => send({ ...state, step: 'finished', over }, END_LIMIT_MS);
}
