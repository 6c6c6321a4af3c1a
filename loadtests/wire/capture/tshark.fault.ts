/** Compares a capture's counts with another reader of the same traffic: TShark, on a capture of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { ConsoleSwarm } from '../../../client-launcher/console/swarm.ts';
import { messageTest } from '../../../client-launcher/testing/message-test.ts';
import type { Transport } from '../../../metrics/transports.ts';
import { readApps, transportsOf } from '../../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../../setup/apps/places/server-process.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { Capture, captureUnavailable, difference } from './capture.ts';
import { describeCapture } from './testing/describe-capture.ts';
import { startTshark } from './testing/tshark.ts';
import type { TrafficTotals } from './traffic.ts';

const missing = captureUnavailable() ?? ((await findTool('tshark')).found ? null : 'TShark is not installed');
const folder = temporaryFolder();
const CLIENTS = 3;
const MESSAGES = 60;

/** One line per packet of `file` that `filter` keeps, with the fields' values. */
function readWithTshark(file: string, port: number, filter: string, fields: string[]): string[][] {
  const args = ['-r', file, '-n', '-d', `tcp.port==${port},http`, '-Y', filter, '-T', 'fields'];
  const text = execFileSync('tshark', [...args, ...fields.flatMap((field) => ['-e', field])], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
}

/** Bytes of TCP payload, both ways, in what is written of `file`. */
function payloadIn(file: string): number {
  // Of a file that is being written TShark reads what is there, and ends with an error.
  const { stdout } = spawnSync('tshark', ['-r', file, '-n', '-Y', 'tcp.len > 0', '-T', 'fields', '-e', 'tcp.len'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return stdout.split('\n').reduce((sum, bytes) => sum + Number(bytes), 0);
}

/** Reads TShark's totals of `file`. */
function tsharkTotals(file: string, port: number): TrafficTotals {
  const toServer = `tcp.dstport == ${port}`;
  const direction = (filter: string) => {
    const segments = readWithTshark(file, port, `${filter} && tcp.len > 0`, ['tcp.len']);
    const frames = readWithTshark(file, port, `${filter} && websocket`, ['websocket.opcode']);
    return {
      payloadBytes: segments.reduce((sum, [bytes]) => sum + Number(bytes), 0),
      segments: segments.length,
      webSocketFrames: frames.reduce((sum, [opcodes]) => sum + opcodes!.split(',').length, 0),
    };
  };
  return {
    toServer: direction(toServer),
    toClients: direction(`!(${toServer})`),
    connections: readWithTshark(file, port, `${toServer} && tcp.flags.syn == 1`, ['frame.number']).length,
    httpRequests: readWithTshark(file, port, 'http.request', ['http.request.method'])
      .map(([methods]) => methods!.split(',').length)
      .reduce((a, b) => a + b, 0),
  };
}

/** Both counts of a test of `transport`, from before the clients connect until they have gone. */
async function counted(transport: Transport): Promise<{ ours: TrafficTotals; theirs: TrafficTotals }> {
  const app = readApps().find((one) => transportsOf(one, 'console').includes(transport))!;
  const server = await startServer(app, { host: '127.0.0.1' });
  const swarm = new ConsoleSwarm({ clients: CLIENTS });
  const capture = await Capture.start(server.port);
  const file = join(folder, `${transport}.pcap`);
  const tshark = await startTshark(`tcp port ${server.port}`, file);
  try {
    const before = (await capture.count())!;
    expect(before).toMatchObject({ totals: { connections: 0 }, dropped: 0 });
    await swarm.launch();
    await swarm.connect({ framework: app.id, url: server.url, transport, clients: CLIENTS });
    await swarm.prepare(messageTest('echo', MESSAGES, 50));
    const { error } = await swarm.run(60_000);
    expect(error).toBeNull();
    await swarm.disconnect();
    // A count waits for all that went before it, so that the other capture has had its time, too.
    const { totals, dropped } = (await capture.count())!;
    expect(dropped).toBe(0);
    const all = totals.toServer.payloadBytes + totals.toClients.payloadBytes;
    // TShark writes what it has captured now and then, and not the last of it when it is ended on a busy machine.
    await eventually(() => payloadIn(file) >= all, `all the ${all} bytes that we counted in TShark's file`);
    const ended = once(tshark, 'exit');
    tshark.kill('SIGINT');
    await ended;
    return { ours: totals, theirs: tsharkTotals(file, server.port) };
  } finally {
    tshark.kill('SIGKILL');
    await Promise.all([swarm.close(), capture.stop(), server.stop()]);
  }
}

/** Within 1 % of each other. */
function expectAlike(ours: number | null, theirs: number | null): void {
  expect(Math.abs(ours! - theirs!)).toBeLessThanOrEqual(0.01 * theirs!);
}

describeCapture(missing)('bytes, segments, requests and frames are those that TShark sees', () => {
  test.each(['websocket', 'long-polling'] as const)('over %s', async (transport) => {
    const { ours, theirs } = await counted(transport);
    const messages = CLIENTS * MESSAGES;
    const frames = transport === 'websocket' ? messages : 0;
    expect(theirs.toServer.payloadBytes).toBeGreaterThan(0);
    expect(theirs.toServer.webSocketFrames).toBeGreaterThanOrEqual(frames);
    expect(theirs.httpRequests).toBeGreaterThanOrEqual(transport === 'websocket' ? CLIENTS : messages);
    for (const way of ['toServer', 'toClients'] as const) {
      expectAlike(ours[way].payloadBytes, theirs[way].payloadBytes);
      expectAlike(ours[way].segments, theirs[way].segments);
      expectAlike(ours[way].webSocketFrames, theirs[way].webSocketFrames);
    }
    expectAlike(ours.httpRequests, theirs.httpRequests);
    expectAlike(ours.connections, theirs.connections);
  });

  test('of datagrams', async () => {
    const [server, client] = [createSocket('udp4'), createSocket('udp4')];
    for (const socket of [server, client]) {
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    }
    const { port } = server.address();
    const capture = await Capture.start(port, { datagrams: true });
    const file = join(folder, 'udp.pcap');
    const tshark = await startTshark(`udp port ${port}`, file);
    /** Of the datagrams that `filter` keeps: TShark's length has the header. */
    const read = (filter: string): number[] => {
      const fields = ['-T', 'fields', '-e', 'udp.length'];
      const { stdout } = spawnSync('tshark', ['-r', file, '-n', '-Y', filter, ...fields], { encoding: 'utf8' });
      return stdout.split('\n').flatMap((line) => (line === '' ? [] : [Number(line) - 8]));
    };
    const sum = (bytes: number[]) => bytes.reduce((a, b) => a + b, 0);
    try {
      // Each is answered with half of it.
      server.on('message', (data, { port: from }) => server.send(data.subarray(data.length / 2), from, '127.0.0.1'));
      const ask = async (bytes: number) => {
        client.send(Buffer.alloc(bytes), port, '127.0.0.1');
        await once(client, 'message');
      };
      // TShark says that it captures before it does. Datagrams of one byte are for that, and answered with as many.
      await eventually(async () => {
        await ask(1);
        return read('udp').length > 0;
      }, 'a datagram in the file of TShark');
      const before = (await capture.count())!.totals;
      for (let n = 1; n <= 40; n++) await ask(30 * n);
      const { totals, dropped } = (await capture.count())!;
      await eventually(() => read('udp.length > 9').length === 80, 'all datagrams in the file of TShark');
      const { toServer, toClients, connections } = difference(totals, before);
      expect({ toServer: toServer.payloadBytes, toClients: toClients.payloadBytes, connections, dropped }).toEqual({
        toServer: sum(read(`udp.dstport == ${port} && udp.length > 9`)),
        toClients: sum(read(`udp.srcport == ${port} && udp.length > 9`)),
        connections: 0,
        dropped: 0,
      });
      expect(toServer.payloadBytes).toBe(30 * 820);
    } finally {
      tshark.kill('SIGKILL');
      await capture.stop();
      for (const socket of [server, client]) socket.close();
    }
  });
});
