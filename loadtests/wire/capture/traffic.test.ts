import { PcapReader } from './pcap.ts';
import { datagram, pcapOf, segment } from './testing/packets.ts';
import { Traffic, type TrafficTotals } from './traffic.ts';

const PORT = 4000;

/** Adds up a capture of these packets, read in pieces of `size` bytes. */
function seen(packets: Buffer[], size = 1_000_000): TrafficTotals {
  const traffic = new Traffic(PORT);
  const reader = new PcapReader((packet) => traffic.push(packet));
  const bytes = pcapOf(packets);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return traffic.totals();
}

const UPGRADE = 'GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n';
/** A text frame: from a client masked, from a server not. */
const frame = (text: string, masked: boolean): string =>
  masked
    ? `\x81${String.fromCharCode(0x80 | text.length)}\x01\x02\x03\x04${text}`
    : `\x81${String.fromCharCode(text.length)}${text}`;

const up = (sequence: number, text: string, port = 50_000) =>
  segment({ port, server: PORT, toServer: true, sequence, text });
const down = (sequence: number, text: string, port = 50_000) =>
  segment({ port, server: PORT, toServer: false, sequence, text });
const syn = (port = 50_000, sequence = 99) =>
  segment({ port, server: PORT, toServer: true, sequence, text: '', syn: true });

describe('the traffic of a server', () => {
  test.each([1, 7, 100_000])('is the same however the capture is read (pieces of %i bytes)', (size) => {
    const packets = [syn(), up(100, UPGRADE), down(500, SWITCHING), up(100 + UPGRADE.length, frame('hello', true))];
    expect(seen(packets, size)).toEqual({
      toServer: { payloadBytes: UPGRADE.length + 11, segments: 2, webSocketFrames: 1 },
      toClients: { payloadBytes: SWITCHING.length, segments: 1, webSocketFrames: 0 },
      connections: 1,
      httpRequests: 1,
    });
  });

  test('has the frames of both directions, several in a segment and one in several', () => {
    const three = frame('a', false).repeat(3);
    const cut = frame('0123456789', false);
    const start = 500 + SWITCHING.length;
    const packets = [
      up(100, UPGRADE),
      down(500, SWITCHING + three),
      down(start + three.length, cut.slice(0, 1)),
      down(start + three.length + 1, cut.slice(1, 5)),
      down(start + three.length + 5, cut.slice(5)),
    ];
    expect(seen(packets).toClients.webSocketFrames).toBe(4);
  });

  test('counts a byte that was sent again as carried, and its frame once', () => {
    const hello = frame('hello', true);
    const at = 100 + UPGRADE.length;
    const { toServer } = seen([up(100, UPGRADE), up(at, hello), up(at, hello), up(at + hello.length, hello)]);
    expect(toServer).toEqual({ payloadBytes: UPGRADE.length + 3 * hello.length, segments: 4, webSocketFrames: 2 });
  });

  test('puts segments in order, also where sequence numbers wrap', () => {
    const first = 2 ** 32 - 10;
    const hello = frame('hello', true);
    const after = (first + UPGRADE.length) % 2 ** 32;
    expect(
      seen([syn(50_000, first - 1), up(after + hello.length, hello), up(after, hello), up(first, UPGRADE)]).toServer
        .webSocketFrames,
    ).toBe(2);
  });

  test('tells connections from one port apart, and adds them up', () => {
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const { connections, httpRequests } = seen([
      syn(),
      up(100, get + get),
      syn(50_000, 899),
      up(900, get),
      syn(50_001),
    ]);
    expect({ connections, httpRequests }).toEqual({ connections: 3, httpRequests: 3 });
  });

  test('says that it does not know requests and frames where payloads were cut', () => {
    const cut = segment({ port: 50_000, server: PORT, toServer: true, sequence: 100, text: UPGRADE, captured: 80 });
    const { toServer, httpRequests } = seen([cut]);
    expect(toServer).toEqual({ payloadBytes: UPGRADE.length, segments: 1, webSocketFrames: null });
    expect(httpRequests).toBeNull();
  });

  test('has nothing of control', () => {
    const control = 'POST /outcry/feed HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n1\r\n\r\n';
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const { toServer, connections, httpRequests } = seen([
      syn(),
      up(100, control),
      syn(50_001),
      up(100, get, 50_001),
      up(100 + control.length, '1\r\n2\r\n'),
    ]);
    expect({ bytes: toServer.payloadBytes, connections, httpRequests }).toEqual({
      bytes: get.length,
      connections: 1,
      httpRequests: 1,
    });
  });

  test('has the bytes of datagrams, and none of their ports as connections', () => {
    const packets = [datagram(50_000, PORT, 1_200), datagram(PORT, 50_000, 30), datagram(50_000, 4001, 7)];
    const nothing = { segments: 0, webSocketFrames: 0 };
    expect(seen([...packets, datagram(50_000, PORT, 0)])).toEqual({
      toServer: { payloadBytes: 1_200, ...nothing },
      toClients: { payloadBytes: 30, ...nothing },
      connections: 0,
      httpRequests: 0,
    });
  });

  test('skips what is for another port', () => {
    const other = segment({ port: 50_000, server: 4001, toServer: true, sequence: 1, text: 'GET / HTTP/1.1\r\n\r\n' });
    expect(seen([other])).toMatchObject({ toServer: { payloadBytes: 0, segments: 0 }, httpRequests: 0 });
  });
});

describe('what is no capture', () => {
  test('is said to be none', () => {
    const reader = new PcapReader(() => {});
    expect(() => reader.push(Buffer.alloc(24, 7))).toThrow('not a capture in pcap format');
  });

  test('costs no memory without end', () => {
    const reader = new PcapReader(() => {});
    const lie = Buffer.from(pcapOf([Buffer.alloc(10)]));
    lie.writeUInt32LE(2 ** 31, 24 + 8);
    expect(() => reader.push(lie)).toThrow('this is no capture');
  });
});
