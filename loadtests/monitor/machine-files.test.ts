import {
  asleepSecondsOf,
  busiestDisk,
  busyDisksOf,
  busyTicksOf,
  cpuTicksOf,
  megahertzOf,
  segmentsOf,
  stalledByPressure,
  swappedPagesOf,
  throttlesOf,
} from './machine-files.ts';

const STAT = `cpu  1000 20 300 9000 50 7 43 11 5 0
cpu0 500 10 150 4500 25 3 20 5 2 0
intr 1 2 3
`;

describe('of the whole machine the kernel’s files say', () => {
  test('the time of all cores, apart for interrupts and for what was stolen', () => {
    expect(cpuTicksOf(STAT)).toEqual({ tasks: 1320, busy: 1370, stolen: 11 });
  });

  test('the time of some cores alone, and not that of cores there are not', () => {
    expect(busyTicksOf(STAT, [0])).toBe(683);
    expect(busyTicksOf(STAT, [0, 1])).toBeNull();
  });

  test('that nothing was stolen, where the kernel is too old to know', () => {
    expect(cpuTicksOf('cpu 1 2 3 4 5 6 7\n')).toEqual({ tasks: 6, busy: 19, stolen: 0 });
  });

  test('the pages that went to swap and came back', () => {
    expect(swappedPagesOf('pgpgin 9\npswpin 3\npswpout 4\npgfault 5\n')).toBe(7);
    expect(swappedPagesOf('pgpgin 9\n')).toBeNull();
  });

  test('how long the machine slept, from some moment on', () => {
    const asleep = (uptime: string, monotonic: number) => asleepSecondsOf(uptime, monotonic)!;
    expect(asleep('5030.25 9000.00\n', 4010) - asleep('5010.25 8000.00\n', 4000)).toBe(10);
    expect(asleepSecondsOf('', 4000)).toBeNull();
  });

  test('how long somebody waited for a disk', () => {
    const pressure =
      'some avg10=0.00 avg60=0.10 avg300=0.17 total=2500000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=4\n';
    expect(stalledByPressure(pressure)).toBe(2.5);
    expect(stalledByPressure('')).toBeNull();
  });

  test('how long the busiest disk worked, where nothing says who waited for it', () => {
    const disks = `   7 0 loop0 0 0 0 0 0 0 0 0 0 99000 0 0 0 0 0 0 0
 254 0 vda 100 0 800 30 200 0 1600 40 0 1500 70 0 0 0 0 0 0
 254 16 vdb 100 0 800 30 200 0 1600 40 0 4000 70 0 0 0 0 0 0
`;
    const before = busyDisksOf(disks);
    expect([...before]).toEqual([
      ['vda', 1.5],
      ['vdb', 4],
    ]);
    expect(busyDisksOf('7 0 loop0 0 0 0 0 0 0 0 0 0 99 0\n').size).toBe(0);
    // Whatever a disk has worked before.
    expect(busiestDisk(before, busyDisksOf(disks.replace(' 1500 ', ' 2400 ').replace(' 4000 ', ' 4100 ')))).toBeCloseTo(
      0.9,
      9,
    );
    expect(busiestDisk(new Map(), before)).toBe(0);
  });

  test('what TCP sent again, and what of it begins a connection', () => {
    const snmp = 'Ip: Forwarding\nIp: 1\nTcp: RtoMin OutSegs RetransSegs\nTcp: 200 5000 70\n';
    const netstat = 'TcpExt: ListenDrops TCPSynRetrans\nTcpExt: 3 20\nIpExt: InOctets\nIpExt: 9\n';
    const all = { sentSegments: 5000, resentSegments: 70, resentBegins: 20, droppedBegins: 3 };
    expect(segmentsOf(snmp, netstat)).toEqual(all);
    expect(segmentsOf(snmp, '')).toEqual({ ...all, resentBegins: null, droppedBegins: null });
    expect(segmentsOf('Tcp: RtoMin\nTcp: 200\n', netstat)).toEqual({
      ...all,
      sentSegments: null,
      resentSegments: null,
    });
  });

  test('the mean clock frequency, and how often heat has lowered it', () => {
    expect(megahertzOf(['3000000\n', '1000000\n'])).toBe(2000);
    expect(megahertzOf([])).toBeNull();
    expect(throttlesOf(['2\n', '3\n'])).toBe(5);
    expect(throttlesOf([])).toBeNull();
  });
});
