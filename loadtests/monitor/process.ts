/**
 * The monitor's own process: samples and answers over IPC. It is a process of its own because a sampler inside a busy event loop
 * starves just when its samples matter.
 */
import { ControlGroups } from './control-groups.ts';
import type { MonitorCommand } from './monitor.ts';
import { ONE_BY_ONE } from './one-by-one.ts';
import { Sampling } from './sampling.ts';
import { ProcessMeter, type TreeMeter } from './tree-meter.ts';

let groups = process.argv.includes(ONE_BY_ONE) ? null : ControlGroups.make();
let sampling: Sampling | undefined;
let runs = 0;

const SWARM = 'swarm';
const serverGroup = (run: number): string => `server-${run}`;

/** In a control group where there can be one. What the kernel refuses once it is not asked for again. */
function meterOf(name: string, roots: readonly number[]): TreeMeter {
  try {
    if (groups !== null) return groups.meter(name, roots);
  } catch {
    groups?.close();
    groups = null;
  }
  return new ProcessMeter(roots);
}

/** The server before this one has ended; a group that cannot be taken away now goes with all the others. */
function forgetServer(): void {
  try {
    groups?.remove(serverGroup(runs));
  } catch {}
}

function begin(serverPid: number, swarmPids: readonly number[]): void {
  if (runs > 0) forgetServer();
  runs += 1;
  const swarm = swarmPids.length > 0 ? meterOf(SWARM, swarmPids) : null;
  sampling = new Sampling(meterOf(serverGroup(runs), [serverPid]), swarm);
}

function quit(): void {
  groups?.close();
  process.exit(0);
}

process.on('message', (command: MonitorCommand) => {
  if (command.do === 'begin') {
    begin(command.serverPid, command.swarmPids);
    process.send!({ begun: true });
  } else {
    process.send!(sampling!.end(groups !== null));
    sampling = undefined;
  }
});
process.on('SIGTERM', quit);
process.on('disconnect', quit);
