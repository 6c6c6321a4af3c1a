/** For tests: small runs of one scenario, each with another fault between the server and its clients, in one session. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConsoleSwarm } from '../../../client-launcher/console/swarm.ts';
import { bundle } from '../../../client-launcher/console/worker-bundle.ts';
import type { Transport } from '../../../metrics/transports.ts';
import type { Flag, Params, RunRecord } from '../../../protocol/run-record.ts';
import type { App } from '../../../setup/apps/manifest/manifest.ts';
import type { PreparedConditions } from '../../conditions/condition.ts';
import { planSession } from '../../session/plan/plan-session.ts';
import { runInMemory } from '../../session/testing/run-in-memory.ts';
import { findScenarios } from '../find.ts';
import type { FaultName } from './faulty-adapter.ts';

interface FaultyRuns {
  scenario: string;
  params: Params;
  /** The app that is given the faults; it must be built. */
  app: App;
  transport: Transport;
  clients: number;
  /** The time after which clients give up waiting, seconds after the start. */
  mostSeconds: number;
  faults: readonly FaultName[];
  /** Default: none. */
  conditions?: PreparedConditions;
}

/** An app like `app`, all of it but for its adapter, which has `fault`. */
function faultyApp(app: App, fault: FaultName, folder: string, library: string): App {
  const dir = join(folder, fault);
  const [real, dist] = [join(app.dir, 'dist'), join(dir, 'dist')];
  mkdirSync(dist, { recursive: true });
  for (const [from, to] of [
    [app.dir, dir],
    [real, dist],
  ] as const) {
    const entries = readdirSync(from).filter((entry) => !['dist', 'data', 'socket.mjs'].includes(entry));
    for (const entry of entries) symlinkSync(join(from, entry), join(to, entry));
  }
  const lines = [
    `import real from '${pathToFileURL(join(real, 'socket.mjs')).href}';`,
    `import { faulty } from '${pathToFileURL(library).href}';`,
    `export default faulty(real, '${fault}');`,
  ];
  writeFileSync(join(dist, 'socket.mjs'), lines.join('\n'));
  return { ...app, id: fault, dir };
}

/** @returns the flags of each run, by its fault */
export async function faultyRuns(runs: FaultyRuns): Promise<Map<string, Flag[]>> {
  return new Map([...(await faultyRecords(runs))].map(([fault, { record }]) => [fault, record.validity]));
}

interface FaultyRecord {
  record: RunRecord;
  /** The lines of its log; none where it has none. */
  log: readonly unknown[];
}

/** @returns the record of each run with its log, by its fault */
export async function faultyRecords(runs: FaultyRuns): Promise<Map<string, FaultyRecord>> {
  const { scenario, params, app, transport, clients, mostSeconds, faults, conditions } = runs;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-faulty-'));
  try {
    const library = await bundle(join(import.meta.dirname, 'faulty-adapter.ts'), 'faulty-adapter');
    const apps = faults.map((fault) => faultyApp(app, fault, folder, library));
    const scenarios = (await findScenarios()).map((found) => ({
      ...found,
      scenario: { ...found.scenario, mostSeconds: () => mostSeconds },
    }));
    const load = { scenario, params, swarm: 'console' as const, transports: [transport], clients };
    const asked = { ...load, session: 'faulty', results: '', runs: 1, warmup: 0 };
    const plan = planSession(asked, { apps, scenarios, cores: 1 });
    const logs = new Map<RunRecord, readonly unknown[]>();
    const keepLog = async (record: RunRecord, lines: readonly unknown[]) => void logs.set(record, lines);
    const { records } = await runInMemory({
      ...{ plan, scenarios, keepLog, swarm: new ConsoleSwarm({ clients }) },
      ...(conditions === undefined ? {} : { conditions }),
    });
    return new Map(records.map((record) => [record.identity.framework, { record, log: logs.get(record) ?? [] }]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
