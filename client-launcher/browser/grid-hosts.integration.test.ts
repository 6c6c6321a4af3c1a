import { hostname } from 'node:os';
import { readMachines } from '../../system/elsewhere/machine-spec.ts';
import { Machines } from '../elsewhere/machines.ts';
import type { HostMonitor, HostSamples } from '../member-host.ts';
import { nodeHosts } from './grid-hosts.ts';
import { BrowserSwarm } from './swarm.ts';
import { startMadeUpGrid } from './testing/made-up-grid.ts';

const sampled = { intervalMs: 100, at: [100, 200], cpuPercent: [50, 60] };
const SAMPLES: HostSamples = {
  machine: sampled,
  members: { ...sampled, cpuPercent: [0, 0] },
  surroundings: { readings: [], stopped: [], others: [] },
};

/** Measures nothing, and notes the calls. */
class MockMonitor implements HostMonitor {
  readonly calls: unknown[] = [];
  async begin(pids: number[]) {
    this.calls.push(pids);
  }
  async end() {
    this.calls.push('end');
    return SAMPLES;
  }
}

test.each([
  ['of its nodes, with the browsers on it', hostname(), 2],
  ['that has none of its nodes, with none', 'another.example', 0],
])('a machine %s is measured', async (_, nodesOn, members) => {
  const grid = await startMadeUpGrid({ nodes: 2, starts: 0, nodesOn });
  const monitor = new MockMonitor();
  const gridMachines = new Machines(readMachines('exec:sh'), async () => monitor);
  const swarm = new BrowserSwarm({
    ...{ browser: 'firefox', browsers: 2, headless: true, grid: grid.url, gridMachines },
  });
  try {
    await swarm.launch();
    await swarm.hosts!.begin();
    const [report] = await swarm.hosts!.end();
    expect(report).toMatchObject({ members, membersUnknown: true, samples: SAMPLES, missing: null, here: true });
    expect(monitor.calls).toEqual([[], 'end']);
  } finally {
    await swarm.close();
    await grid.close();
  }
});

test('a machine that cannot be used ends the launch with its name', async () => {
  const grid = await startMadeUpGrid({ nodes: 1, starts: 0 });
  const gridMachines = new Machines(readMachines('exec:false'));
  const swarm = new BrowserSwarm({
    ...{ browser: 'firefox', browsers: 1, headless: true, grid: grid.url, gridMachines },
  });
  try {
    await expect(swarm.launch()).rejects.toThrow('exec:false');
    expect(grid.open()).toBe(0);
  } finally {
    await grid.close();
  }
});

test('only the sessions of this swarm count, whatever else a Grid says', () => {
  const slots = [
    { session: { sessionId: 'mine', uri: 'http://[fd00::7]:5555' } },
    { session: { sessionId: 'of somebody else', uri: 'http://10.0.0.8:5555' } },
    { session: { sessionId: 'mine too', uri: 'not a URL' } },
    { session: null },
    {},
  ];
  expect(nodeHosts({ value: { nodes: [{ slots }, {}] } }, ['mine', 'mine too'])).toEqual(['fd00::7']);
  expect(nodeHosts({}, ['mine'])).toEqual([]);
});
