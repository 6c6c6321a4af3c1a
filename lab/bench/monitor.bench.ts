/**
 * What the monitor itself takes while it watches a swarm of 180 processes, as many as 30 Firefox have. The processes are idle, so
 * that what is measured is the looking alone. Aim: under 1 % of a core.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Monitor } from '../../loadtests/monitor/monitor.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';
import type { Benchmark } from './bench.ts';

/** One process in each of N trees has the others as children. */
const TREES = 30;
const PROCESSES_PER_TREE = 6;
const SECONDS = 20;

/** A shell with sleeping children, which says when all are there. */
async function startTree(): Promise<ChildProcess> {
  const sleeper = 'sleep 600 & ';
  const child = spawnOwned(['sh', '-c', `${sleeper.repeat(PROCESSES_PER_TREE - 1)} echo up; wait`], {
    label: 'watched tree',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout!, 'data');
  return child;
}

/** Watches for a while; null where it cannot be done in this way here. */
async function watch(groups: boolean, server: number, swarm: number[]) {
  const monitor = await Monitor.start({ groups });
  try {
    await monitor.begin({ by: 'tree', pid: server }, swarm);
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
    const samples = await monitor.end();
    if (samples === null || samples.groups !== groups) return null;
    return { monitorCpuPercent: samples.ownCpuPercent, samplesOfServer: samples.server?.at.length, gaps: samples.gaps };
  } finally {
    await monitor.stop();
  }
}

async function run() {
  const trees = await Promise.all(Array.from({ length: TREES + 1 }, startTree));
  try {
    const [server, ...swarm] = trees.map((tree) => tree.pid!) as [number, ...number[]];
    return {
      swarmProcesses: TREES * PROCESSES_PER_TREE,
      seconds: SECONDS,
      aimPercent: 1,
      byControlGroups: (await watch(true, server, swarm)) ?? 'not to be had here',
      oneByOne: await watch(false, server, swarm),
    };
  } finally {
    await Promise.all(trees.map((tree) => killTree(tree.pid!, 1_000)));
  }
}

export default { name: 'monitor', run } satisfies Benchmark;
