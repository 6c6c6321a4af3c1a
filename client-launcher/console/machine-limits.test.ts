import { readFileSync } from 'node:fs';
import { allowOpenFiles, portsInUse, readLimits, socketsInUse } from './machine-limits.ts';

const line = (port: number, state: string, at = 0) =>
  `   ${at}: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 0100007F:1F90 ${state} 00000000:00000000 00:00000000`;
const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid';

test('ports in use are those of the range whose sockets are not over, each once', () => {
  const table = [HEAD, line(40_000, '01'), line(40_000, '01', 1), line(40_001, '0A', 2), line(80, '0A', 3)].join('\n');
  expect(portsInUse([table, [HEAD, line(40_002, '01')].join('\n')], 32_768, 60_999)).toBe(3);
  expect(portsInUse([[HEAD, line(40_003, '06')].join('\n')], 32_768, 60_999)).toBe(0);
  expect(portsInUse(['', 'nothing of the kind'], 1, 65_535)).toBe(0);
});

test('the limits are this machine’s, and no more ports are free than its range has', () => {
  const [low, high] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
  for (const { openFiles, ports, memoryBytes } of [readLimits(), readLimits(1)]) {
    expect(openFiles).toBeGreaterThan(0);
    expect(ports).toBeGreaterThan(0);
    expect(ports).toBeLessThanOrEqual(high! - low! + 1);
    expect(memoryBytes).toBeGreaterThan(0);
  }
});

test('sockets are counted by the kernel’s own sums, and where it has none there may be any number', () => {
  const stat = 'sockets: used 54\nTCP: inuse 10 orphan 0 tw 3423 alloc 10 mem 318\nUDP: inuse 7 mem 0\n';
  expect(socketsInUse([stat, 'TCP6: inuse 2\nUDP6: inuse 9\n'])).toBe(12);
  expect(socketsInUse([stat, ''])).toBe(Number.POSITIVE_INFINITY);
});

test('a limit that is high enough is left alone, and one that cannot be raised too', () => {
  const before = readLimits().openFiles;
  allowOpenFiles(1);
  allowOpenFiles(Number.MAX_SAFE_INTEGER);
  expect(readLimits().openFiles).toBe(before);
});
