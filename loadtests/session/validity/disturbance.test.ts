import type { Stopped, SurroundingsReading } from '../../../protocol/surroundings.ts';
import { type Disturbance, disturbances, type Known } from './disturbance.ts';

const SECONDS = 10;
const START = 100_000;
const WINDOW = { from: START, to: START + SECONDS * 1000 };

/** A machine whose only work is ours, one core of it, as it is after `second`. */
const quiet = (second: number): SurroundingsReading => ({
  at: START + second * 1000,
  ownSeconds: second,
  taskSeconds: 5000 + second,
  stolenSeconds: 7,
  swappedPages: 900,
  stalledSeconds: 30,
  asleepSeconds: 60,
  throttledSeconds: 4,
  throttles: 2,
  sentSegments: 1000 * second,
  resentSegments: 40,
  resentBegins: 5,
  droppedBegins: 5,
  megahertz: 3000,
});

/** Findings on that machine, after `change` has done something to each of its readings. */
function found(change: (reading: SurroundingsReading, second: number) => void, known: Known = {}): Disturbance[] {
  const readings = Array.from({ length: SECONDS + 1 }, (_, second) => {
    const reading = quiet(second);
    change(reading, second);
    return reading;
  });
  return disturbances({ readings, stopped: [], others: [{ name: 'compiler', cpuSeconds: 4.25 }] }, WINDOW, known);
}

const codes = (...args: Parameters<typeof found>) => found(...args).map(({ code }) => code);

describe('a test is said to be disturbed', () => {
  test('by nothing on a quiet machine', () => {
    expect(found(() => {})).toEqual([]);
  });

  test('by nothing that this machine cannot tell', () => {
    const unknown = {
      swappedPages: null,
      stalledSeconds: null,
      asleepSeconds: null,
      throttledSeconds: null,
      throttles: null,
      megahertz: null,
      sentSegments: null,
      resentSegments: null,
      resentBegins: null,
      droppedBegins: null,
    };
    expect(found((reading) => Object.assign(reading, unknown))).toEqual([]);
  });

  test('by others that took a part of a core only if server or swarm waited, and by those that took a whole one in any case', () => {
    const others = (share: number) => (reading: SurroundingsReading, second: number) => {
      reading.taskSeconds += share * second;
    };
    expect(codes(others(0.4))).toEqual(['cpu-by-others']);
    expect(codes(others(0.4), { waitedLittle: true })).toEqual([]);
    expect(codes(others(1), { waitedLittle: true })).toEqual(['cpu-by-others']);
  });

  test('by others that use the CPU, with how much it was and who', () => {
    const [only, ...more] = found((reading, second) => {
      reading.taskSeconds += 0.4 * second;
    });
    expect(more).toEqual([]);
    expect(only).toEqual({
      code: 'cpu-by-others',
      message: expect.stringMatching(/used 40% of a core, 40% in the worst second; .*: compiler 4\.3 s$/),
    });
  });

  test('by others that use it for a second alone', () => {
    const burst = (reading: SurroundingsReading, second: number) => {
      reading.taskSeconds += second >= 5 ? 0.6 : 0;
    };
    expect(found(burst)[0]!.message).toContain('used 6% of a core, 60% in the worst second');
  });

  test('not by what differs between the two ways in which the kernel counts our own work', () => {
    const differing = (share: number) => (reading: SurroundingsReading, second: number) => {
      reading.ownSeconds = 4 * second;
      reading.taskSeconds = 5000 + (4 + share * 4) * second;
    };
    expect(codes(differing(0.09))).toEqual([]);
    expect(codes(differing(-0.09))).toEqual([]);
    expect(codes(differing(0.11))).toEqual(['cpu-by-others']);
  });

  test('not by others where a part of the server is not among what is ours', () => {
    const busy = (reading: SurroundingsReading, second: number) => {
      reading.taskSeconds += second;
    };
    expect(codes(busy, { ownComplete: false })).toEqual([]);
  });

  test('by a hypervisor that gives the cores to others while they are wanted', () => {
    const [only] = found((reading, second) => {
      reading.stolenSeconds += 0.05 * second;
    });
    expect(only).toEqual({ code: 'cpu-stolen', message: expect.stringContaining('4.8%') });
  });

  test('by heat, or else by a clock that was not the same all the time', () => {
    const hot = (reading: SurroundingsReading, second: number) => {
      reading.throttles = 2 + second;
      reading.megahertz = 3000 - 200 * second;
    };
    expect(found(hot)).toEqual([
      { code: 'clock-changed', message: expect.stringContaining('10 times because of heat') },
    ]);
    const slower = (to: number) => (reading: SurroundingsReading, second: number) => {
      reading.megahertz = second === 7 ? to : 3000;
    };
    expect(found(slower(2000))[0]!.message).toContain('from 3,000 to 2,000 MHz');
    expect(codes(slower(2500))).toEqual([]);
  });

  test('by swap and by disks', () => {
    const short = (reading: SurroundingsReading, second: number) => {
      reading.swappedPages! += 10 * second;
      reading.stalledSeconds! += 0.2 * second;
    };
    expect(found(short)).toEqual([
      { code: 'swapped', message: expect.stringContaining('100 pages') },
      { code: 'disk-stalled', message: expect.stringContaining('20%') },
    ]);
  });

  test('by a CPU quota that held processes back', () => {
    const held = (share: number) => (reading: SurroundingsReading, second: number) => {
      reading.throttledSeconds! += share * second;
    };
    expect(found(held(0.3))).toEqual([{ code: 'cpu-throttled', message: expect.stringContaining('30% of the time') }]);
    expect(found(held(0.001))).toEqual([]);
  });

  test('by a machine that was suspended meanwhile', () => {
    const asleep = (seconds: number) => (reading: SurroundingsReading, second: number) => {
      if (second > 4) reading.asleepSeconds! += seconds;
    };
    expect(found(asleep(300))).toEqual([{ code: 'machine-slept', message: 'the machine was suspended for 300 s' }]);
    expect(found(asleep(0.02))).toEqual([]);
  });

  test('by nothing in a few ticks of a test that is soon over', () => {
    const first = quiet(0);
    const end = { ...quiet(0.3), at: START + 300, taskSeconds: 5000.3 + 0.04, stolenSeconds: 7.04 };
    const short = (reading: SurroundingsReading) =>
      disturbances({ readings: [first, reading], stopped: [], others: [] }, { from: START, to: START + 300 });
    expect(short(end)).toEqual([]);
    expect(short({ ...end, taskSeconds: 5000.3 + 0.1 }).map(({ code }) => code)).toEqual(['cpu-by-others']);
    expect(short({ ...end, stolenSeconds: 7.1 }).map(({ code }) => code)).toEqual(['cpu-stolen']);
  });

  test('by others in its last second, though the end came soon after the last reading', () => {
    const readings = [0, 1, 2].map(quiet);
    const late = { ...quiet(2.1), at: START + 2_100, taskSeconds: 5002.1 + 0.1 };
    const window = { from: START, to: START + 2_050 };
    // Of a tenth of a second alone it would be all of a core.
    expect(disturbances({ readings: [...readings, late], stopped: [], others: [] }, window)).toEqual([]);
    const busy = { ...late, taskSeconds: 5002.1 + 0.7 };
    const [only] = disturbances({ readings: [...readings, busy], stopped: [], others: [] }, window);
    expect(only!.message).toContain('63.6% in the worst second');
  });

  test('by who stopped its processes, as far as that was in the test', () => {
    const during = (...stopped: Stopped[]) =>
      disturbances({ readings: [0, 10].map(quiet), stopped, others: [] }, WINDOW);
    const server = { part: 'server', from: START + 1_000, to: START + 2_500 } as const;
    expect(during(server, { part: 'swarm', from: START + 9_000, to: START + 12_000 })).toEqual([
      {
        code: 'process-stopped',
        message:
          'processes were stopped by a signal or a debugger: of the server for 1.5 s or more, of the swarm for 1 s or more',
      },
    ]);
    expect(during({ part: 'bench', from: START + 5, to: START + 5 })[0]!.message).toMatch(
      /of Outcry itself for a moment$/,
    );
    expect(during({ ...server, from: START - 900, to: START - 100 })).toEqual([]);
  });

  test('by a network that lost what TCP then sent again', () => {
    const resent = (segments: number) => (reading: SurroundingsReading, second: number) => {
      reading.resentSegments = 40 + (second >= 5 ? segments : 0);
    };
    expect(found(resent(12))).toEqual([
      {
        code: 'segments-resent',
        message: expect.stringContaining('12 of 10,000 segments again, in 1 of 10 seconds enough to hold messages up'),
      },
    ]);
    expect(codes(resent(9))).toEqual([]);
    const few = (reading: SurroundingsReading, second: number) => {
      reading.sentSegments = second;
      reading.resentSegments = second > 0 ? 2 : 0;
    };
    expect(codes(few)).toEqual([]);
    const beginning = (dropped: number) => (reading: SurroundingsReading, second: number) => {
      if (second < 5) return;
      reading.resentSegments = 60;
      reading.resentBegins = 25;
      reading.droppedBegins = 5 + dropped;
    };
    expect(codes(beginning(0))).toEqual(['segments-resent']);
    // Connections that the server was too slow to take.
    expect(codes(beginning(20))).toEqual([]);
    // Each message opens a connection: four of them waited a second, among a thousand segments of those that came after.
    const reopened = (begins: number) => (reading: SurroundingsReading, second: number) => {
      if (second < 5) return;
      reading.resentSegments = 40 + begins;
      reading.resentBegins = 5 + begins;
    };
    expect(found(reopened(4))).toEqual([
      {
        code: 'segments-resent',
        message: expect.stringContaining(
          'sent 4 of 10,000 segments again, 4 of them to begin a connection, in 1 of 10',
        ),
      },
    ]);
    expect(codes(reopened(2))).toEqual([]);
  });

  test('by what happened in the test, not by what came before or after', () => {
    const readings = Array.from({ length: 31 }, (_, second) => ({
      ...quiet(second),
      taskSeconds: 5000 + second + (second < 9 ? 0 : 1) + (second <= 21 ? 0 : 5),
    }));
    const window = { from: START + 10_000, to: START + 20_000 };
    expect(disturbances({ readings, stopped: [], others: [] }, window)).toEqual([]);
    expect(disturbances({ readings, stopped: [], others: [] }, { from: START, to: START + 30_000 })).toHaveLength(1);
  });
});
