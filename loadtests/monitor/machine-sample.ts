/** A short look at a machine on which nothing is measured yet: who else uses it, how late its timers are, how long its loopback takes. */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import type { SurroundingsSamples } from '../../protocol/surroundings.ts';
import { monotonicMs } from '../../system/monotonic.ts';
import { MachineMeter } from './machine-meter.ts';
import { Surroundings } from './surroundings.ts';
import type { TreeMeter } from './tree-meter.ts';

export interface PreflightSamples {
  surroundings: SurroundingsSamples;
  /** How late each timer was, ms. */
  lateness: number[];
  /** Each round trip of one byte over TCP, ms. */
  roundTrips: number[];
}

/** As often as a client of a lively test has something to do; what looks must not be what keeps the machine busy. */
const TIMER_MS = 10;
const TIMERS_PER_ROUND_TRIP = 5;
const READING_MS = 1_000;

/** A connection to ourselves whose other end sends back what it gets. */
class Loopback {
  readonly #server = createServer((socket) => {
    socket.setNoDelay(true).on('error', () => {}); // of a connection that is closed there is nothing to say
    socket.pipe(socket);
  });
  #socket: Socket | undefined;

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#socket = createConnection((this.#server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
    await once(this.#socket, 'connect');
  }

  async roundTrip(): Promise<number> {
    const back = once(this.#socket!, 'data');
    const sent = monotonicMs();
    this.#socket!.write('.');
    await back;
    return monotonicMs() - sent;
  }

  close(): void {
    this.#socket?.destroy();
    this.#server.close();
  }
}

/** Goes off once, `ms` from now; resolves to how late that was, ms. */
async function timer(ms: number): Promise<number> {
  const due = monotonicMs() + ms;
  await new Promise((resolve) => setTimeout(resolve, ms));
  return Math.max(0, monotonicMs() - due);
}

/**
 * @param seconds for how long
 * @param bench all of this Outcry
 * @param launcher the process that started all of it
 */
export async function preflightSamples(seconds: number, bench: TreeMeter, launcher: number): Promise<PreflightSamples> {
  const machine = new MachineMeter();
  const surroundings = new Surroundings(machine, bench, [launcher]);
  const [lateness, roundTrips]: [number[], number[]] = [[], []];
  const loopback = new Loopback();
  try {
    await loopback.open();
    const start = monotonicMs();
    let nextReading = start;
    for (let count = 1; monotonicMs() < start + seconds * 1000; count += 1) {
      if (monotonicMs() >= nextReading) {
        surroundings.note(monotonicMs(), 0);
        nextReading += READING_MS;
      }
      lateness.push(await timer(TIMER_MS));
      if (count % TIMERS_PER_ROUND_TRIP === 0) roundTrips.push(await loopback.roundTrip());
    }
    surroundings.note(monotonicMs(), 0);
    return { surroundings: surroundings.end(), lateness, roundTrips };
  } finally {
    loopback.close();
    machine.close();
  }
}
