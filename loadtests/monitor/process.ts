/**
 * The monitor's own process: samples on a fixed rhythm and answers over IPC. It is a process of its own because a
 * sampler inside a busy event loop starves just when its samples matter.
 */
import { performance } from 'node:perf_hooks';
import type { MonitorCommand, MonitorSamples } from './monitor.ts';
import { MachineSampler, TreeSampler } from './sampler.ts';

const INTERVAL_MS = 100;
/** Walking /proc costs a few milliseconds; new processes are rare once a run has begun. */
const REFRESH_EVERY = 10;

let timer: NodeJS.Timeout | undefined;
let samples: MonitorSamples;

function begin(serverPid: number, swarmPids: number[]): void {
  const server = new TreeSampler([serverPid]);
  const swarm = swarmPids.length > 0 ? new TreeSampler(swarmPids) : null;
  const machine = new MachineSampler();
  samples = {
    intervalMs: INTERVAL_MS,
    at: [],
    server: { cpuPercent: [], memoryBytes: [] },
    swarm: swarm && { cpuPercent: [], memoryBytes: [] },
    machineCpuPercent: [],
    gaps: 0,
  };
  const start = performance.now();
  let last = start;
  let count = 0;
  const next = (): void => {
    timer = setTimeout(sample, Math.max(0, start + (count + 1) * INTERVAL_MS - performance.now()));
  };
  const sample = (): void => {
    const now = performance.now();
    const seconds = (now - last) / 1000;
    last = now;
    count += 1;
    // A sample that comes more than one interval late is missing, not delayed: skip to the rhythm and say so.
    const behind = Math.floor((now - start) / INTERVAL_MS) - count;
    if (behind > 0) {
      samples.gaps += behind;
      count += behind;
    }
    if (count % REFRESH_EVERY === 0) {
      server.refresh();
      swarm?.refresh();
    }
    samples.at.push(performance.timeOrigin + now);
    const fromServer = server.sample(seconds);
    samples.server.cpuPercent.push(fromServer.cpuPercent);
    samples.server.memoryBytes.push(fromServer.memoryBytes);
    if (swarm !== null && samples.swarm !== null) {
      const fromSwarm = swarm.sample(seconds);
      samples.swarm.cpuPercent.push(fromSwarm.cpuPercent);
      samples.swarm.memoryBytes.push(fromSwarm.memoryBytes);
    }
    samples.machineCpuPercent.push(machine.sample(seconds));
    next();
  };
  next();
}

process.on('message', (command: MonitorCommand) => {
  if (command.do === 'begin') begin(command.serverPid, command.swarmPids);
  else {
    clearTimeout(timer);
    process.send!(samples);
  }
});
process.on('disconnect', () => process.exit(0));
