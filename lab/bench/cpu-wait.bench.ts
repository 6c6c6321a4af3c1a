/**
 * What it does to latencies that the server waits for a CPU, and which share of waiting changes them by a tenth: a console swarm's
 * broadcast on the smallest app while another program takes more and more of the CPU, with and without priority, in turn.
 */
import { runFigure } from '../../merge/statistics/means.ts';
import { killTree, spawnOwned } from '../../system/processes.ts';
import type { Benchmark } from './bench.ts';
import { distributionIn, meanOfGauge, outcryRun } from './outcry-run.ts';

const ROUNDS = 3;
/** % of a core that other programs take: one process up to 100, one on each core above. */
const TAKEN = [0, 10, 25, 50, 100, 200];
const LOAD = ['--frameworks', 'bare', '--transports', 'websocket', '--swarm', 'console', '--clients', '30'];
const MORE = ['--scenario', 'broadcast', '--messages', '20', '--warmup', '3'];

/** Works for its share of every 20 ms, in a session of its own, as any program may. */
const PROGRAM =
  'const share = Number(process.argv[1]); const turn = () => { const until = performance.now() + 20 * share; while (performance.now() < until); setTimeout(turn, 20 * (1 - share)); }; turn();';

interface Figures {
  meanMs: number;
  p99Ms: number;
  serverWaitPercent: number;
  /** Before each turn of its busiest thread. */
  serverTurnWaitMs: number;
  latenessP99Ms: number;
  swarmWaitPercent: number;
  swarmCpuPercent: number;
  machineCpuPercent: number;
  flags: string;
}

async function measure(taken: number, priority: boolean): Promise<Figures> {
  const shares = taken > 100 ? [1, 1] : taken === 0 ? [] : [taken / 100];
  const programs = shares.map((share) =>
    spawnOwned([process.execPath, '-e', PROGRAM, String(share)], { label: 'another program', stdio: 'ignore' }),
  );
  try {
    const record = await outcryRun([...LOAD, ...MORE, ...(priority ? [] : ['--no-priority'])]);
    const { mean, p99 } = distributionIn(record, 'fromSent');
    return {
      meanMs: mean,
      p99Ms: p99,
      serverWaitPercent: meanOfGauge(record, 'serverCpuWait'),
      serverTurnWaitMs: meanOfGauge(record, 'serverTurnWait'),
      latenessP99Ms: distributionIn(record, 'lateness').p99,
      swarmWaitPercent: meanOfGauge(record, 'swarmCpuWait'),
      swarmCpuPercent: meanOfGauge(record, 'swarmCpu'),
      machineCpuPercent: meanOfGauge(record, 'machineCpu'),
      flags: record.validity.map(({ code }) => code).join(' '),
    };
  } finally {
    for (const { pid } of programs) if (pid !== undefined) await killTree(pid, 0);
  }
}

async function run(say: (line: string) => void) {
  const sides = TAKEN.flatMap((taken) => [true, false].map((priority) => ({ taken, priority })));
  const found = new Map(sides.map((side) => [side, [] as Figures[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const figures = await measure(side.taken, side.priority);
      found.get(side)!.push(figures);
      say(
        `    ${round + 1} ${side.taken} % taken, ${side.priority ? '' : 'no '}priority: mean ${figures.meanMs.toFixed(2)} ms, p99 ` +
          `${figures.p99Ms.toFixed(1)} ms, server waited ${figures.serverWaitPercent.toFixed(2)} % and ` +
          `${figures.serverTurnWaitMs.toFixed(3)} ms per turn, swarm ${figures.swarmWaitPercent.toFixed(1)} % with ` +
          `${figures.swarmCpuPercent.toFixed(1)} % CPU, late ${figures.latenessP99Ms.toFixed(1)} ms (p99), machine ` +
          `${figures.machineCpuPercent.toFixed(0)} % ${figures.flags}`,
      );
    }
  }
  const quiet = found.get(sides[0]!)!;
  return Object.fromEntries(
    sides.map((side) => {
      const runs = found.get(side)!;
      const ratio = runFigure(runs.map(({ meanMs }, round) => meanMs / quiet[round]!.meanMs))!;
      const waited = runFigure(runs.map(({ serverWaitPercent }) => serverWaitPercent))!;
      return [
        `${side.taken} % taken, ${side.priority ? '' : 'no '}priority`,
        { toQuiet: ratio, serverWaitPercent: waited, runs },
      ];
    }),
  );
}

export default { name: 'cpu-wait', run } satisfies Benchmark;
