/** The machines elsewhere that a session uses: opened when they are first needed, again when one has vanished, and shared by its lanes. */

import type { MachineSpec } from '../../system/elsewhere/machine-spec.ts';
import { RemoteMachine } from '../../system/elsewhere/remote-machine.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { hostId } from '../../system/host-id.ts';
import type { HostMonitor } from '../member-host.ts';
import { HostNames } from './host-names.ts';
import type { OpenMachine } from './open-machine.ts';

/** One program that leads to a machine, and its number among those of its spec. */
interface Leading {
  spec: MachineSpec;
  number: number;
  workers: number;
}

/** A pod or container of the user's own has one worker; other machines have all of theirs behind one connection. */
function leadingTo(spec: MachineSpec): Leading[] {
  if (spec.kind !== 'exec') return [{ spec, number: 1, workers: spec.count }];
  return Array.from({ length: spec.count }, (_, index) => ({ spec, number: index + 1, workers: 1 }));
}

export class Machines {
  /** The number of workers on all of them. */
  readonly workers: number;
  readonly #leading: Leading[];
  readonly #opened: (Promise<OpenMachine> | undefined)[] = [];
  readonly #names = new HostNames();
  readonly #monitorOn: (machine: RemoteMachine) => Promise<HostMonitor | null>;
  #closed = false;

  /** @param monitorOn starts the monitor of a machine; null where it cannot be monitored */
  constructor(
    specs: readonly MachineSpec[],
    monitorOn: (machine: RemoteMachine) => Promise<HostMonitor | null> = async () => null,
  ) {
    this.#leading = specs.flatMap(leadingTo);
    this.#monitorOn = monitorOn;
    this.workers = specs.reduce((sum, { count }) => sum + count, 0);
  }

  /** The machine of each worker, by its index: in turn, so that few clients are on all machines too. */
  places(): number[] {
    const left = this.#leading.map(({ workers }) => workers);
    const places: number[] = [];
    while (places.length < this.workers) {
      for (const index of left.keys()) if (left[index]!-- > 0) places.push(index);
    }
    return places;
  }

  /**
   * Gives a machine, which is opened when it is not there.
   * @throws OutcryError (missing) that says why it cannot be used
   */
  at(index: number): Promise<OpenMachine> {
    const opened = this.#opened[index];
    if (opened !== undefined) return opened;
    const opening = this.#open(this.#leading[index]!);
    this.#opened[index] = opening;
    const forget = (): void => {
      if (this.#opened[index] === opening) this.#opened[index] = undefined;
    };
    opening.then(({ machine }) => machine.gone.then(forget), forget);
    return opening;
  }

  /** Tells whether a program of the user's own leads there. */
  isOwnProgram(index: number): boolean {
    return this.#leading[index]!.spec.kind === 'exec';
  }

  /** Each of them, by its index. */
  all(): number[] {
    return [...this.#leading.keys()];
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = await Promise.allSettled(this.#opened);
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value?.machine.close() : undefined)));
  }

  async #open({ spec, number }: Leading): Promise<OpenMachine> {
    const machine = await RemoteMachine.open(spec, { number });
    try {
      if (this.#closed) throw new Error('the session is over');
      const { openFiles: _, pid: __, addresses: ___, ...about } = machine.about;
      return {
        machine,
        host: { ...about, name: this.#names.nameOf(about) },
        here: about.id !== null && about.id === hostId(),
        monitor: await this.#monitorOn(machine),
      };
    } catch (error) {
      await machine.close();
      throw new OutcryError(`${spec.text}: ${(error as Error).message}`, EXIT.missing, { cause: error });
    }
  }
}
