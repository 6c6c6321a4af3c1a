/**
 * The monitor's own process: samples and answers over IPC. It is a process of its own because a sampler inside a busy event loop
 * starves just when its samples matter.
 */
import { processTree } from '../../system/process-tree.ts';
import { ControlGroups, groupMeterOf } from './control-groups.ts';
import { preflightSamples } from './machine-sample.ts';
import type { MonitorCommand, ProcessesMeter } from './monitor.ts';
import { ONE_BY_ONE } from './one-by-one.ts';
import { Sampling } from './sampling.ts';
import { StoppedWatch } from './stopped-processes.ts';
import { ProcessMeter, type TreeMeter } from './tree-meter.ts';

let groups = process.argv.includes(ONE_BY_ONE) ? null : ControlGroups.make();
let sampling: Sampling | undefined;
let runs = 0;
/** The roots of the trees that are the server: more than one once it was started again. */
let serverRoots: number[] = [];

const SWARM = 'swarm';
const serverGroup = (run: number): string => `server-${run}`;

/** Meters a control group where there can be one. A group that the kernel refuses is not asked for again. */
function meterOf(name: string, roots: readonly number[]): TreeMeter {
  try {
    if (groups !== null) return groups.meter(name, roots);
  } catch {
    groups?.close();
    groups = null;
  }
  return new ProcessMeter(() => processTree(...roots));
}

/** Of a server on this machine: a group that somebody else has made is read as it is, and nothing is moved. */
function serverMeterOf(server: ProcessesMeter): TreeMeter {
  if (server.by === 'tree') return meterOf(serverGroup(runs), serverRoots);
  return groupMeterOf(server.pid) ?? new ProcessMeter(() => processTree(server.pid));
}

/** The server before this one has ended; a group that cannot be taken away now goes with all the others. */
function forgetServer(): void {
  try {
    groups?.remove(serverGroup(runs));
  } catch {}
}

/** All of this Outcry but server and swarm, and what stands between the two for it. */
function benchOf(launcher: number, measured: () => number[], between: readonly number[] = []): () => number[] {
  return () => {
    const others = new Set(processTree(...measured()));
    return processTree(launcher, ...between).filter((pid) => !others.has(pid));
  };
}

function begin({ server, front, swarmPids, swarmCpus, launcher }: MonitorCommand & { do: 'begin' }): void {
  // A test that failed has not ended its own.
  sampling?.end(groups !== null);
  if (runs > 0) forgetServer();
  runs += 1;
  const swarm = swarmPids.length > 0 ? meterOf(SWARM, swarmPids) : null;
  const roots = server === null ? [] : [server.pid];
  serverRoots = roots;
  const between = server?.by === 'group' ? server.between : [];
  const bench = benchOf(launcher, () => [...roots, ...swarmPids], between);
  sampling = new Sampling({
    server: server && serverMeterOf(server),
    front: front === null ? null : new ProcessMeter(() => processTree(front)),
    swarm,
    swarmCpus,
    bench: new ProcessMeter(bench),
    ours: [launcher, ...between, ...(server === null ? [] : [server.pid])],
    watches: {
      server: server && new StoppedWatch('server', () => processTree(...roots)),
      others: [new StoppedWatch('swarm', () => processTree(...swarmPids)), new StoppedWatch('bench', bench)],
    },
  });
}

/** CPU time that the process used before is the bench's. */
function follow(pid: number): void {
  sampling?.followServer(() => {
    serverRoots.push(pid);
    if (groups !== null) meterOf(serverGroup(runs), serverRoots).close();
  });
}

function quit(): void {
  groups?.close();
  process.exit(0);
}

process.on('message', async (command: MonitorCommand) => {
  if (command.do === 'begin') {
    begin(command);
    process.send!({ begun: true });
  } else if (command.do === 'restart') {
    sampling?.begin();
    process.send!({ begun: true });
  } else if (command.do === 'starting') {
    sampling?.serverStarts();
    process.send!({ starting: true });
  } else if (command.do === 'follow') {
    follow(command.pid);
    process.send!({ followed: true });
  } else if (command.do === 'preflight') {
    process.send!(
      await preflightSamples(command.seconds, new ProcessMeter(benchOf(command.launcher, () => [])), command.launcher),
    );
  } else {
    process.send!(sampling!.end(groups !== null));
    sampling = undefined;
  }
});
process.on('SIGTERM', quit);
process.on('disconnect', quit);
