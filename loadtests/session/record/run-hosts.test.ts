import type { HostReport } from '../../../client-launcher/swarm.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { faultlessRun, STARTED_AT } from '../testing/faultless-run.ts';
import { makeRecord } from './make-record.ts';

/** By so much the hosts' clock is behind the server's, ms. */
const OFFSET = 40_000;
const HOST = { cpu: 'made up', cores: 4, memoryBytes: 8e9, kernel: 'Linux 0', node: 'v24.0.0' };

/** Makes a host monitor's samples in the two seconds of the test, and before and after it. */
function samples(machine: number, member: number, others = 0): NonNullable<HostReport['samples']> {
  const at = [-500, 500, 1_500, 2_500].map((after) => STARTED_AT - OFFSET + after);
  const of = (percent: number) => ({ intervalMs: 1_000, at, cpuPercent: [399, percent, percent, 399] });
  const readings = at.map((time, index) => ({
    at: time,
    ownSeconds: (index * member) / 100,
    taskSeconds: (index * (member + others)) / 100,
    stolenSeconds: 0,
    swappedPages: 0,
    sentSegments: null,
    resentSegments: null,
    resentBegins: null,
    droppedBegins: null,
    stalledSeconds: 0,
    asleepSeconds: 0,
    throttledSeconds: null,
    throttles: null,
    megahertz: null,
  }));
  return { machine: of(machine), members: of(member), surroundings: { readings, stopped: [], others: [] } };
}

function host(name: string, more: Partial<HostReport> = {}, id: string | null = name): HostReport {
  return {
    host: { ...HOST, name, id },
    here: false,
    members: 1,
    samples: samples(50, 20),
    missing: null,
    clock: { offsetMs: OFFSET, errorMs: 0.2, driftMs: 0.1 },
    ...more,
  };
}

function recordWith(...hosts: HostReport[]): RunRecord {
  const run = faultlessRun();
  run.session.swarm = 'console';
  run.hosts = hosts;
  return makeRecord(run);
}

const found = (record: RunRecord) => record.validity.map(({ code, message }) => [code, message]);

test('a record says of each machine what it is, what it did in the test, and how well its clock was known', () => {
  const record = recordWith(host('lab-2'), host('lab-3', { clock: null, samples: null }));
  expect(record.hosts).toEqual([
    {
      name: 'lab-2',
      ...HOST,
      members: 1,
      cpuPercent: 50,
      membersCpuPercent: 20,
      clock: { errorMs: 0.2, driftMs: 0.1 },
    },
    { name: 'lab-3', ...HOST, members: 1, cpuPercent: null, membersCpuPercent: null, clock: null },
  ]);
  expect(found(record)).toEqual([]);
  expect(recordWith()).not.toHaveProperty('hosts');
});

test('when the time of the test is unknown by a machine’s clock, all that its monitor saw until then counts', () => {
  const unknown = host('lab-2', { clock: null });
  expect(recordWith(unknown).hosts).toMatchObject([{ cpuPercent: 224.5, clock: null }]);
  const run = faultlessRun();
  run.session.swarm = 'console';
  run.hosts = [host('lab-2')];
  run.serverHost = 'other';
  expect(makeRecord(run).hosts).toMatchObject([{ cpuPercent: 224.5 }]);
});

test('containers of one kernel are one machine, and no other programs to each other', () => {
  // Of 80 % that tasks took each monitor knows the 40 of its own member.
  const one = host('a', { samples: samples(80, 40, 40) }, 'boot 7');
  const other = host('b', { samples: samples(80, 40, 40) }, 'boot 7');
  const together = recordWith(one, other);
  expect(together.hosts).toMatchObject([{ name: 'a', members: 2, cpuPercent: 80, membersCpuPercent: 80 }]);
  expect(found(together)).toEqual([]);
  expect(found(recordWith(one))).toMatchObject([
    ['cpu-by-others', expect.stringMatching(/^on a: other programs used 40%/)],
  ]);
});

test('what others did is unknown on a machine without a monitor', () => {
  const one = host('a', { samples: samples(80, 40, 40) }, 'boot 7');
  expect(found(recordWith(one, host('b', { samples: null }, 'boot 7')))).toEqual([]);
});

test('a swarm that is saturated names the machine', () => {
  const full = host('lab-2', { samples: samples(399, 390) });
  expect(found(recordWith(full, host('lab-3')))).toMatchObject([
    [
      'swarm-saturated',
      expect.stringMatching(/: lab-2's 4 cores were 99.8% busy; all 4 cores of lab-2 were busy in 100%/),
    ],
  ]);
});

test('a member that does not keep up names its machine', () => {
  const run = faultlessRun();
  run.hosts = [host('lab-2')];
  run.outcome.reports[0]!.host = 'lab-2';
  run.outcome.reports[0]!.busy = 0.9;
  expect(found(makeRecord(run))).toMatchObject([
    ['swarm-saturated', expect.stringContaining('an event loop of the swarm on lab-2 was busy 90% of the time')],
  ]);
});

test('the machine of a server saturates no swarm that is elsewhere', () => {
  const run = faultlessRun();
  const { machine } = run.samples!;
  machine.cpuPercent = machine.cpuPercent.map(() => 200);
  expect(found(makeRecord(run))).toMatchObject([['swarm-saturated', expect.stringContaining("the machine's 2 cores")]]);
  run.hosts = [host('lab-2')];
  expect(found(makeRecord(run))).toEqual([]);
  run.hosts = [host('lab-1', { here: true, clock: { offsetMs: 0, errorMs: 0 } })];
  expect(found(makeRecord(run))).toMatchObject([['swarm-saturated', expect.anything()]]);
});

test('the time from one client to another is null where they are on different machines, and the reason says so', () => {
  const run = faultlessRun();
  run.session.swarm = 'console';
  run.hosts = [host('lab-2')];
  const { notMeasured } = makeRecord(run);
  expect(notMeasured['metrics.delivery']).toBe('senders and receivers on different machines do not share a clock');
});

describe('the machine of a server elsewhere', () => {
  /** A record of a run whose server was on the machine `id`, where others used 50% of a core. */
  function recordOf(id: string, here: boolean, ...hosts: HostReport[]): RunRecord {
    const run = faultlessRun();
    const { surroundings } = samples(50, 20, 50);
    const readings = surroundings.readings.map((reading) => ({ ...reading, at: reading.at + OFFSET }));
    run.hosts = hosts;
    run.serverHost = 'other';
    run.samples!.elsewhere = { host: { name: id, id }, here, surroundings: { ...surroundings, readings } };
    return makeRecord(run);
  }

  test('is flagged by its name when others are busy there', () => {
    expect(found(recordOf('lab-2', false))).toEqual([['cpu-by-others', expect.stringMatching(/^on lab-2: .*50/)]]);
  });

  test('is one machine with the workers on it', () => {
    const flags = found(recordOf('lab-2', false, host('lab-2', { samples: samples(90, 40) })));
    expect(flags.filter(([code]) => code === 'cpu-by-others')).toEqual([]);
  });

  test('is the runner’s own where ssh leads back', () => {
    expect(found(recordOf('lab-2', true))).toEqual([]);
  });
});
