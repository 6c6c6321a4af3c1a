import type { HostReport } from '../../../client-launcher/swarm.ts';
import { hostsEndToEnd } from './hosts.ts';

/** By so much the machine's clock is behind, ms, in a slice that begins at `from` by this machine's clock. */
function report(from: number, offsetMs: number, percents: number[], more: Partial<HostReport> = {}): HostReport {
  const at = percents.map((_, index) => from - offsetMs + (index - 0.5) * 1_000);
  const sampled = { intervalMs: 1_000, at, cpuPercent: percents };
  return {
    host: { name: 'lab-2', id: 'x', cpu: 'made up', cores: 4, memoryBytes: 8e9, kernel: 'Linux 0', node: 'v24.0.0' },
    here: false,
    members: 2,
    samples: { machine: sampled, members: sampled, surroundings: { readings: [], stopped: [], others: [] } },
    missing: null,
    clock: { offsetMs, errorMs: 0.1, driftMs: 0.01 },
    ...more,
  };
}

const slice = (from: number, standsAt: number, ...hosts: HostReport[]) => ({
  hosts,
  serverHost: 'this' as const,
  window: { from, to: from + 2_000 },
  standsAt,
  lengthMs: 2_000,
});

test('what a machine did in its slices counts, by its own clock, as if nothing had been between them', () => {
  const drifted = report(50_000, 40_000.5, [399, 30, 40, 399], {
    clock: { offsetMs: 40_000.5, errorMs: 0.3, driftMs: -0.2 },
  });
  const [host, ...others] = hostsEndToEnd([
    slice(10_000, 10_000, report(10_000, 40_000, [399, 10, 20, 399])),
    slice(50_000, 12_000, drifted),
  ]);
  expect(others).toEqual([]);
  expect(host).toMatchObject({ members: 2, missing: null, clock: { offsetMs: 40_000, errorMs: 0.3, driftMs: -0.2 } });
  // Samples before a slice and after it are left out.
  expect(host!.samples!.machine.cpuPercent).toEqual([10, 20, 30, 40]);
  expect(host!.samples!.machine.at).toEqual([500, 1_500, 2_500, 3_500].map((after) => 10_000 - 40_000 + after));
});

test('where its clock is not related to this one, all its samples count', () => {
  const unknown = report(10_000, 40_000, [5, 10, 20, 7], { clock: null });
  const [host] = hostsEndToEnd([slice(10_000, 10_000, unknown)]);
  expect(host).toMatchObject({ clock: null });
  expect(host!.samples!.machine.cpuPercent).toEqual([5, 10, 20, 7]);
});

test('a machine that was not measured in one slice was not measured, and says why', () => {
  const blind = report(50_000, 40_000, [], { samples: null, missing: 'lab-2 vanished' });
  const [host] = hostsEndToEnd([slice(10_000, 10_000, report(10_000, 40_000, [1, 2])), slice(50_000, 12_000, blind)]);
  expect(host).toMatchObject({ samples: null, missing: 'lab-2 vanished' });
});

test('containers of one name stay apart, and a swarm here has no machines', () => {
  const twins = [report(10_000, 0, [1, 2]), report(10_000, 0, [3, 4])];
  expect(hostsEndToEnd([slice(10_000, 10_000, ...twins)])).toHaveLength(2);
  expect(hostsEndToEnd([slice(10_000, 10_000)])).toEqual([]);
});
