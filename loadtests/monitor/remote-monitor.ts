/** The monitor on the machine of a server that runs elsewhere: the same program as here, sent there. Its samples are checked. */
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { array, exactly, MAX_SAMPLES, orNull, type Schema } from '../../protocol/schema-parts.ts';
import { surroundingsSchema } from '../../protocol/surroundings.ts';
import { bundleForNode } from '../../setup/apps/build/bundle.ts';
import type { AgentAbout } from '../../system/elsewhere/messages.ts';
import type { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import type { RemoteProgram } from '../../system/elsewhere/remote-program.ts';
import { ROOT } from '../../system/root.ts';
import type { MonitorCommand, MonitorSamples } from './monitor.ts';

/** Round trips by which the clocks are related: the quickest one counts. */
const ROUND_TRIPS = 10;

const amount = { type: 'number', minimum: 0, maximum: 1e15 } as const;
const time = { type: 'number', minimum: -1e15, maximum: 1e15 } as const;
const amounts = array(amount, MAX_SAMPLES);
const sampled = { intervalMs: { type: 'number', exclusiveMinimum: 0 }, at: array(time, MAX_SAMPLES) };
const SAMPLES: Schema = {
  type: 'object',
  required: ['server', 'serverWait', 'machine', 'surroundings', 'gaps', 'groups'],
  properties: {
    server: exactly({ ...sampled, cpuPercent: amounts, memoryBytes: amounts }),
    serverWait: orNull(
      exactly({
        ...sampled,
        busiestPercent: amounts,
        busiestPerTurnMs: amounts,
        mostRanPercent: amount,
        allPercent: amounts,
        allPerTurnMs: amounts,
      }),
    ),
    machine: exactly({ ...sampled, cpuPercent: amounts }),
    surroundings: surroundingsSchema,
    gaps: amount,
    groups: { type: 'boolean' },
  },
};
const isSamples = new Ajv({ strict: false, strictNumbers: true }).compile<MonitorSamples>(SAMPLES);

/** The samples of a server's own machine, by the clock of this one. */
export interface SamplesElsewhere
  extends Pick<MonitorSamples, 'server' | 'serverWait' | 'surroundings' | 'gaps' | 'groups'> {
  /** The machine as it calls itself, and what stands for its kernel; null: the system does not say. */
  host: Pick<AgentAbout, 'name' | 'id'>;
}

/** The samples with their times by this machine's clock. @param offsetMs of that machine's clock against it */
function byThisClock({ server, serverWait, surroundings, gaps, groups }: MonitorSamples, offsetMs: number) {
  const here = (at: number): number => at - offsetMs;
  return {
    server: server && { ...server, at: server.at.map(here) },
    serverWait: serverWait && { ...serverWait, at: serverWait.at.map(here) },
    surroundings: {
      ...surroundings,
      readings: surroundings.readings.map((reading) => ({ ...reading, at: here(reading.at) })),
      stopped: surroundings.stopped.map((one) => ({ ...one, from: here(one.from), to: here(one.to) })),
    },
    gaps,
    groups,
  };
}

export class RemoteMonitor {
  #answer: (answer: unknown) => void = () => {};

  private constructor(
    readonly machine: RemoteMachine,
    private readonly program: RemoteProgram,
    private readonly offsetMs: number,
  ) {
    void program.exited.then(() => this.#answer(null));
  }

  /** Sends the monitor there and starts it. @throws Error when that cannot be done */
  static async start(machine: RemoteMachine): Promise<RemoteMonitor> {
    const bundle = join(ROOT, '.outcry', 'build', 'monitor-elsewhere.mjs');
    await bundleForNode(join(import.meta.dirname, 'monitor-process.ts'), bundle);
    const [script] = await machine.ship([bundle]);
    let quickest = await machine.clock();
    for (let count = 1; count < ROUND_TRIPS; count += 1) {
      const next = await machine.clock();
      if (next.roundTripMs < quickest.roundTripMs) quickest = next;
    }
    const onMessage = (message: unknown): void => {
      if (monitor !== null) monitor.#answer(message);
    };
    let monitor: RemoteMonitor | null = null;
    const program = await machine.start(['node', script!], { ipc: true, onMessage });
    monitor = new RemoteMonitor(machine, program, quickest.offsetMs);
    return monitor;
  }

  /** True until it has ended, or its machine is gone. */
  get running(): boolean {
    return this.program.death === null;
  }

  /** Begins sampling the process `pid` there and all below it; resolves when it has begun, or the monitor is gone. */
  async begin(pid: number): Promise<void> {
    const nothing = { front: null, swarmPids: [], swarmCpus: [] };
    await this.#ask({ do: 'begin', server: { by: 'tree', pid }, ...nothing, launcher: null });
  }

  /** Ends sampling; null when the monitor is gone, or says what no monitor says. */
  async end(): Promise<SamplesElsewhere | null> {
    const samples = await this.#ask({ do: 'end' });
    if (samples === null || !isSamples(samples)) return null;
    const { name, id } = this.machine.about;
    return { host: { name, id }, ...byThisClock(samples, this.offsetMs) };
  }

  async stop(): Promise<void> {
    await this.program.end();
  }

  #ask(command: MonitorCommand): Promise<unknown> {
    if (!this.running) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.program.send(command);
    });
  }
}
