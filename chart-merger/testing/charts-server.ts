/** The web API with made-up runs and a freshly built page, for page tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { withSubstitute } from '../../merge/testing/made-conditions.ts';
import { makeRun, makeRuns } from '../../merge/testing/make-run.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { RunStore } from '../../records/store.ts';
import { buildServer } from '../../web-api/server.ts';
import { MADE_UP_SCENARIO } from './made-up-scenario.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const HOSTILE = '<img src=x onerror="document.title=\'broken in\'">';

/** Builds the pages to `folder`, in a process of its own: Vite does not run in a test's. */
export async function buildPage(folder: string): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const config = join(ROOT, 'chart-merger', 'vite.config.ts');
  await execa(process.execPath, [vite, 'build', '-c', config, '--outDir', folder, '--logLevel', 'warn'], { cwd: ROOT });
}

/** Two sessions: in the newer one alpha is fast, beta slow, gamma has too few runs, and alpha has an invalid run. */
export function madeUpRuns(): RunRecord[] {
  const evening = { session: 'evening' };
  const at = (framework: string, frameworkLabel: string) => ({ framework, frameworkLabel });
  return [
    ...makeRuns(4, { ...evening, seed: 1, latencyMs: 5, identity: at('alpha', 'Alpha') }),
    makeRun({
      ...evening,
      seed: 9,
      latencyMs: 400,
      identity: { ...at('alpha', 'Alpha'), repetition: 5 },
      findings: ['messages-lost'],
    }),
    ...makeRuns(4, { ...evening, seed: 2, latencyMs: 50, identity: at('beta', 'Beta'), findings: ['swarm-saturated'] }),
    ...makeRuns(3, {
      ...evening,
      seed: 3,
      latencyMs: 20,
      overtimeSeconds: 4,
      identity: { ...at('beta', 'Beta'), transport: 'long-polling' },
      findings: ['overtime'],
    }),
    ...makeRuns(2, { ...evening, seed: 4, latencyMs: 6, identity: at('gamma', 'Gamma') }),
    ...makeRuns(3, { session: 'morning', seed: 5, latencyMs: 7, identity: at('hostile', HOSTILE) }).map((run) => ({
      ...run,
      when: { startedAt: '2026-01-01T08:00:00.000Z', finishedAt: '2026-01-01T08:01:00.000Z' },
    })),
  ];
}

export const SUBSTITUTE = 'An open broker, not Delta’s';

/** A session of its own with a framework whose broker is another's, and which looks the faster for it. */
export function substituteRuns(): RunRecord[] {
  const night = { session: 'night', startedAt: '2025-12-31T23:00:00.000Z' };
  const delta = { framework: 'delta', frameworkLabel: 'Delta', ...withSubstitute(SUBSTITUTE) };
  return [
    ...makeRuns(3, { ...night, seed: 6, latencyMs: 20 }),
    ...makeRuns(3, { ...night, seed: 7, latencyMs: 5, identity: delta, findings: ['substitute'] }),
  ];
}

/** Sessions of their own: one whose latencies are known by their parts, and one of a ramp over two rates. */
export function partsAndSteps(): RunRecord[] {
  const noon = { session: 'noon', startedAt: '2025-12-30T12:00:00.000Z', hops: true };
  const search = { name: 'ramp', params: { grow: 'rate', until: 'p99 > 100 ms' } };
  const step = (rate: number) => ({ rate, messages: 30, payload: 64, phase: 'together' });
  return [
    ...makeRuns(3, { ...noon, seed: 10, latencyMs: 10 }),
    ...makeRuns(3, { ...noon, seed: 11, latencyMs: 30, identity: { framework: 'beta', frameworkLabel: 'Beta' } }),
    ...[2, 10].flatMap((rate) =>
      makeRuns(1, { session: 'dusk', search, latencyMs: 5 * rate, identity: { params: step(rate) } }).map((run) => ({
        ...run,
        id: `dusk.rate-${rate}`,
        when: { startedAt: '2025-12-29T18:00:00.000Z', finishedAt: '2025-12-29T18:01:00.000Z' },
      })),
    ),
  ];
}

export interface ChartsServer {
  url: string;
  /** The folder of the built page. */
  dist: string;
  /** A folder that is removed in the end. */
  folder: string;
  /** The folder in it where a browser can save files. */
  downloads: string;
  /** Has answers of `path` wait until what is returned is called. */
  hold(path: string): () => void;
  close(): Promise<void>;
}

/** As many sessions as `count` of one run each, older than all others: the newest of them is called `old-1`. */
export function oldSessions(count: number): RunRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const startedAt = new Date(Date.parse('2025-01-01T00:00:00.000Z') - index * 3_600_000).toISOString();
    return makeRun({ session: `old-${index + 1}`, startedAt });
  });
}

/** Starts the web API over `runs` of `scenarios`, with one published table and one footprint. */
export async function startCharts(
  runs: RunRecord[],
  scenarios: ScenarioAbout[] = [MADE_UP_SCENARIO],
): Promise<ChartsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-charts-'));
  const results = join(folder, 'results');
  const dist = join(folder, 'dist');
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  mkdirSync(join(results, 'reference'), { recursive: true });
  await buildPage(dist);
  const store = new RunStore(results);
  for (const run of runs) await store.add(run);
  const reference = {
    schema: 'outcry/reference@1',
    id: 'made-up',
    source: { title: 'A made-up study', author: 'Nobody', year: 2001, level: 'test', place: null },
    method: 'Nothing was measured.',
    tables: [
      {
        id: '1',
        title: 'Latency',
        columns: [{ key: 'mean', title: 'Mean', unit: 'ms' }],
        rows: [{ label: 'Alpha', framework: 'alpha', transport: 'websocket', values: { mean: 12.5 }, remark: null }],
        remarks: [],
      },
    ],
  };
  writeFileSync(join(results, 'reference', 'made-up.json'), JSON.stringify(reference));
  const size = { minified: 41_000, gzip: 12_000 };
  const footprint = {
    framework: 'alpha',
    label: 'Alpha',
    client: { framework: size, own: size, page: size },
    lines: { adapter: 90, server: 26 },
    packages: 24,
  };
  const footprints = join(folder, 'footprints.json');
  writeFileSync(footprints, JSON.stringify([footprint]));
  const app = await buildServer({ results, footprints, scenarios, staticDir: dist, host: '127.0.0.1' });
  const held = new Map<string, Promise<void>>();
  app.addHook('onRequest', async ({ url }) => await held.get(url.split('?')[0]!));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    dist,
    folder,
    downloads,
    hold(path) {
      let release = () => {};
      held.set(
        path,
        new Promise((resolve) => {
          release = resolve;
        }),
      );
      return () => {
        held.delete(path);
        release();
      };
    },
    close: async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
