import { spawn } from 'node:child_process';
import { jest } from '@jest/globals';
import { monotonicMs } from '../../system/monotonic.ts';
import { MachineMeter } from './machine-meter.ts';
import { Sampling, SERVER_INTERVAL_MS, SWARM_INTERVAL_MS } from './sampling.ts';
import { StoppedWatch } from './stopped-processes.ts';
import type { Reading, TreeMeter } from './tree-meter.ts';

/** A tree that uses 10 ms of CPU time whenever it is looked at, and counts how often that is. */
class MadeUpTree implements TreeMeter {
  looks = 0;
  walks = 0;
  closed = false;

  read(): Reading {
    return { cpuSeconds: this.looks++ / 100, memoryBytes: 1000 };
  }

  pids(): number[] {
    return [process.pid];
  }

  refresh(): void {
    this.walks++;
  }

  adopt(): void {}

  close(): void {
    this.closed = true;
  }
}

type Watched = Partial<ConstructorParameters<typeof Sampling>[0]>;

/** Samples made-up trees until the swarm was looked at `times` times. */
async function sampled(times: number, watched: Watched = {}) {
  const [server, swarm, bench] = [new MadeUpTree(), new MadeUpTree(), new MadeUpTree()];
  const others = { ours: [process.pid], watches: { server: null, others: [] } };
  const sampling = new Sampling({ server, swarm, swarmCpus: [], bench, ...others, ...watched });
  while (swarm.looks <= times) await new Promise((resolve) => setTimeout(resolve, 20));
  return { server, swarm, bench, samples: sampling.end(false) };
}

describe('the monitor', () => {
  test('looks at a swarm far less often than at the server, and says when it did', async () => {
    const { server, swarm, samples } = await sampled(2);
    expect(samples.swarm).toMatchObject({ intervalMs: SWARM_INTERVAL_MS, memoryBytes: [1000, 1000] });
    expect(samples.swarm!.at).toHaveLength(2);
    // The two more are what each tree had at the start and at the end, and samples that a busy machine kept it from are said.
    expect(server.looks - 2 + samples.gaps).toBeGreaterThanOrEqual(2 * (SWARM_INTERVAL_MS / SERVER_INTERVAL_MS));
    expect(samples.server!.at).toHaveLength(server.looks - 2);
    expect(samples.machine.at).toEqual(samples.server!.at);
    expect(swarm.walks).toBe(0);
  });

  test('gives CPU as growth over the time between two samples', async () => {
    const { samples } = await sampled(1);
    const { at, cpuPercent } = samples.server!;
    at.slice(1).forEach((time, index) => {
      expect(cpuPercent[index + 1]).toBeCloseTo((0.01 * 100_000) / (time - at[index]!), 6);
    });
  });

  test('has nothing of what came before it began anew', async () => {
    const server = new MadeUpTree();
    const bench = new MadeUpTree();
    const others = { ours: [process.pid], watches: { server: null, others: [] } };
    const sampling = new Sampling({ server, swarm: null, swarmCpus: [], bench, ...others });
    const until = async (looks: number) => {
      while (server.looks < looks) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    // A start and two samples; then 10 s of CPU between two looks.
    await until(3);
    server.looks += 1_000;
    const [again, before] = [monotonicMs(), server.looks];
    sampling.begin();
    await until(before + 3);
    const { server: sampled, machine, surroundings } = sampling.end(false);
    expect(sampled!.at[0]).toBeGreaterThan(again);
    // One more look when it began, and one at the end.
    expect(sampled!.at).toHaveLength(server.looks - before - 2);
    expect(machine.at).toEqual(sampled!.at);
    expect((sampled!.cpuPercent[0]! * (sampled!.at[0]! - again)) / 100_000).toBeLessThan(1);
    expect(surroundings.readings[0]!.at).toBeGreaterThanOrEqual(again);
    expect(surroundings.readings.at(-1)!.ownSeconds).toBeLessThan(1);
  });

  test('looks at the whole machine as often as at the swarm, and adds up what is ours', async () => {
    const { samples } = await sampled(2);
    const [first, ...later] = samples.surroundings.readings.slice(0, -1);
    // Server, swarm and the rest of the bench, 10 ms a look each; the swarm was looked at once a reading.
    expect(first).toMatchObject({ ownSeconds: 0 });
    expect(later.map(({ at }) => at)).toEqual(samples.swarm!.at);
    const looksAtServer = later.map(({ at }) => samples.server!.at.indexOf(at) + 1);
    later.forEach(({ ownSeconds }, index) => {
      expect(ownSeconds).toBeCloseTo((looksAtServer[index]! + 2 * (index + 1)) / 100, 6);
    });
  });

  test('reads at the end what there was since, so that a test of less than a second has been looked at', async () => {
    const { surroundings, swarm } = (await sampled(0)).samples;
    const [before, after, ...more] = surroundings.readings;
    expect(more).toEqual([]);
    expect(after!.at).toBeGreaterThan(before!.at);
    // Server, swarm and the bench, 10 ms each; no sample of the swarm came of it.
    expect(after!.ownSeconds).toBeCloseTo(0.03, 6);
    expect(swarm!.at).toEqual([]);
  });

  test('says who was stopped, and when', async () => {
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      child.kill('SIGSTOP');
      const watches = { server: new StoppedWatch('server', () => [child.pid!]), others: [] };
      const { samples } = await sampled(1, { server: null, watches });
      const [only, ...more] = samples.surroundings.stopped;
      expect(more).toEqual([]);
      expect(only).toMatchObject({ part: 'server' });
      expect(only!.to).toBeGreaterThan(only!.from);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('says of CPUs that the swarm is kept to how busy they were, whenever it says so of the machine', async () => {
    const { samples } = await sampled(1, { swarmCpus: [0] });
    const { count, cpuPercent } = samples.swarmCpus!;
    expect(count).toBe(1);
    expect(cpuPercent).toHaveLength(samples.machine.at.length);
    expect(cpuPercent.every((percent) => percent >= 0)).toBe(true);
  });

  test('says nothing of them when one of them is switched off meanwhile', async () => {
    const used = jest
      .spyOn(MachineMeter.prototype, 'cpuSecondsOf')
      .mockReturnValueOnce(1)
      .mockReturnValueOnce(1.05)
      .mockReturnValue(null);
    const { samples } = await sampled(1, { swarmCpus: [0] });
    expect(used.mock.calls.length).toBeGreaterThan(2);
    used.mockRestore();
    expect(samples.swarmCpus).toBeUndefined();
  });

  test('samples the swarm where another answers for the server', async () => {
    const { server, swarmCpus, surroundings, swarm } = (await sampled(1, { server: null })).samples;
    expect([server, swarmCpus]).toEqual([null, undefined]);
    expect(swarm!.at).toHaveLength(1);
    expect(surroundings.readings.at(-1)!.ownSeconds).toBeCloseTo(0.04, 6);
  });

  test('lets go of what it looked at', async () => {
    const { server, swarm, bench } = await sampled(1);
    expect([server.closed, swarm.closed, bench.closed]).toEqual([true, true, true]);
  });
});
