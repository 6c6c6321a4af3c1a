/** The capture's own process: reads what tcpdump writes and adds it up, so that nothing of it happens in the runner's loop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { CaptureCommand, CaptureSays } from './capture.ts';
import { PcapReader } from './pcap.ts';
import { Traffic } from './traffic.ts';

/** The interface that clients on the server's machine reach it by. */
const LOOPBACK = 'lo';

/** Packets wait here while this process is not given the CPU: kilobytes. */
const BUFFER_KB = 65_536;

/** The interval between checks whether what is awaited has been captured, ms. */
const LOOK_MS = 20;

let tcpdump: ChildProcess | null = null;
let traffic: Traffic;
/** The probes of the count that is made now, which say how far reading has come: each has the port of its own client. */
let probes: Traffic[] = [];
let probePort = 0;
let dropped = 0;

function say(message: CaptureSays): void {
  if (process.connected) process.send?.(message);
}

async function begin(port: number, datagrams: boolean): Promise<void> {
  probePort = await listenForProbes();
  traffic = new Traffic(port);
  const reader = new PcapReader((packet) => {
    traffic.push(packet);
    for (const probe of probes) probe.push(packet);
  });
  const filter = `${datagrams ? '' : 'tcp '}port ${port} or (host 127.0.0.1 and tcp port ${probePort})`;
  const args = ['-i', LOOPBACK, '-n', '-U', '-s', '0', '-B', String(BUFFER_KB), '-w', '-', filter];
  tcpdump = spawn('tcpdump', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  const fail = (what: string): void => {
    tcpdump = null;
    say({ says: 'failed', reason: [what, ...log].join('; ') });
  };
  tcpdump.once('error', (error) => fail(error.message));
  tcpdump.once('exit', (code) => fail(`tcpdump ended with ${code}`));
  createInterface({ input: tcpdump.stderr! }).on('line', (line) => {
    log.push(line);
    if (log.length > 5) log.shift();
    const lost = /(\d+) packets? dropped by kernel/.exec(line)?.[1];
    if (lost === undefined) return;
    dropped = Number(lost);
    statisticsCame();
  });
  tcpdump.stdout!.on('data', (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      fail((error as Error).message);
    }
  });
  await caughtUp();
  if (tcpdump !== null) say({ says: 'capturing' });
}

function listenForProbes(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end(),
    );
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

/**
 * Resolves once a probe made now has been captured: everything before it has been read, too. One of an earlier count may be captured later
 * than that count ended, and says nothing of this one.
 */
async function caughtUp(): Promise<void> {
  const made: Traffic[] = [];
  probes = made;
  const isCaptured = (): boolean => made.some((probe) => probe.totals().toClients.payloadBytes > 0);
  while (tcpdump !== null && !isCaptured()) {
    // A probe from before tcpdump was listening is never captured, so there is another each time.
    const socket = connect(probePort, '127.0.0.1', () => {
      made.push(new Traffic(socket.localPort!));
      socket.end('probe');
    });
    socket.on('error', () => {}).resume();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  probes = [];
}

let statisticsCame: () => void = () => {};

/** Has tcpdump say how many packets it lost: it does so when it gets SIGUSR1. */
function askForStatistics(): Promise<void> {
  return new Promise((resolve) => {
    statisticsCame = resolve;
    tcpdump?.once('exit', () => resolve());
    tcpdump?.kill('SIGUSR1');
  });
}

process.on('message', async (command: CaptureCommand) => {
  if (command.do === 'capture') return begin(command.port, command.datagrams);
  await caughtUp();
  if (tcpdump !== null) await askForStatistics();
  if (tcpdump === null) say({ says: 'failed', reason: 'tcpdump has ended' });
  else say({ says: 'totals', totals: traffic.totals(), dropped });
});
process.on('disconnect', () => {
  tcpdump?.kill();
  process.exit(0);
});
