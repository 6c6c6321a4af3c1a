/**
 * Compares `clientShare` with work of a known length: three copies of the platform alone take turns, whose clients spin for 0, 20 and 40 us
 * at each delivery. By the share's formula 60 clients wait (60 + 1) / 2 times that longer, at most; what is left of a latency without its
 * share is then the same for all three.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mean } from 'simple-statistics';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { recordsIn, runTwins, twinNames, writeTwins } from '../laboratory/twins.ts';
import type { Benchmark } from './bench.ts';
import { distributionIn, meanOfGauge } from './outcry-run.ts';

const CLIENTS = 60;
const ROUNDS = 5;
/** Of each twin's clients, at each delivery, microseconds. */
const WORK_US = [0, 20, 40];

/** In the place of the adapter: the same, whose handlers wait for `us` microseconds before they see a message. */
const busyAdapter = (us: number): string => `import adapter from './adapter-itself.ts';
import type { Adapter } from '../../protocol/socket.ts';

const busy: Adapter = {
  ...adapter,
  async connect(url, options) {
    const socket = await adapter.connect(url, options);
    const on = socket.on.bind(socket);
    socket.on = (event, handler) =>
      on(event, (data) => {
        const until = performance.now() + ${us / 1000};
        while (performance.now() < until);
        handler(data);
      });
    return socket;
  },
};

export default busy;
`;

/** Mean latency of a run, how much of it is the clients' share at most, and what is left, ms. */
function partsOf(record: RunRecord) {
  const latencyMs = distributionIn(record, 'fromSent').mean;
  const shareMs = (latencyMs * meanOfGauge(record, 'clientShare')) / 100;
  return { latencyMs, shareMs, restMs: latencyMs - shareMs };
}

async function run(say: (line: string) => void) {
  const app = readApps().find(({ reference }) => reference)!;
  const names = twinNames(WORK_US.length);
  const folder = mkdtempSync(join(tmpdir(), 'outcry-client-share-'));
  const [apps, results] = [join(folder, 'apps'), join(folder, 'results')];
  try {
    writeTwins(apps, app, names);
    for (const [index, name] of names.entries()) {
      const adapter = join(apps, name, 'socket.ts');
      renameSync(adapter, join(apps, name, 'adapter-itself.ts'));
      writeFileSync(adapter, busyAdapter(WORK_US[index]!));
    }
    const load = ['--swarm', 'console', '--clients', `${CLIENTS}`, '--transports', 'websocket', '--runs', `${ROUNDS}`];
    const { printed } = await runTwins({ apps, names, results }, [...load, '--interleaved']);
    const records = recordsIn(results);
    if (records.length < names.length * ROUNDS) throw new Error(`runs are missing:\n${printed.slice(-2000)}`);
    const twins = names.map((name, index) => {
      const mine = records.filter(({ identity }) => identity.framework === name).map(partsOf);
      const of = (part: keyof ReturnType<typeof partsOf>) => mean(mine.map((each) => each[part]));
      // Where a worker is busy half of the time, the clients are shared by two, and a message has half of its copies in each.
      const workers = records.find(({ identity }) => identity.framework === name)!.identity.members;
      const parts = { latencyMs: of('latencyMs'), shareMs: of('shareMs'), restMs: of('restMs') };
      return { workUs: WORK_US[index]!, workers, ...parts };
    });
    say(`  ${records.length} runs`);
    return { app: app.id, clients: CLIENTS, rounds: ROUNDS, twins };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export default { name: 'client-share', run } satisfies Benchmark;
