/** The machine elsewhere that servers of a session run on: one connection by `ssh`, made again after it broke. */

import type { MachineSpec } from '../../../../system/elsewhere/machine-spec.ts';
import { RemoteMachine } from '../../../../system/elsewhere/remote-machine.ts';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import { configuredName, type ServerAddress, serverAddress } from './ssh-address.ts';

/** The variable of sshd is in the environment that the agent began with. The text is constant: nothing is put into it. */
const CONNECTION = "tr '\\0' '\\n' </proc/$PPID/environ | sed -n 's/^SSH_CONNECTION=//p'";

export interface Connected {
  machine: RemoteMachine;
  address: ServerAddress;
}

/** A program says its version in this time, ms. */
const ANSWERED_MS = 60_000;

/**
 * Runs a program there to its end.
 * @returns its lines on standard output; null: it cannot be started, or fails
 * @throws OutcryError (missing) when it does not end in time
 */
export async function askThere(
  machine: RemoteMachine,
  argv: readonly string[],
  limitMs = ANSWERED_MS,
): Promise<string[] | null> {
  const lines: string[] = [];
  const program = await machine.start(argv, { onLine: (line) => lines.push(line) }).catch(() => null);
  if (program === null) return null;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void program.end(0);
  }, limitMs);
  await program.exited;
  clearTimeout(late);
  if (!isLate) return /^ended with code 0(\n|$)/.test(program.death!) ? lines : null;
  throw new OutcryError(
    `${machine.spec.text}: "${argv.join(' ')}" did not end there within ${limitMs / 1000} s`,
    EXIT.missing,
  );
}

export class ServerMachine {
  readonly #spec: MachineSpec;
  readonly #advertise: string | null;
  #connecting: Promise<Connected> | null = null;

  /** @param advertise the name under which clients reach that machine; null: the one in the configuration of `ssh` */
  constructor(spec: MachineSpec, advertise: string | null) {
    this.#spec = spec;
    this.#advertise = advertise;
  }

  /** @throws OutcryError (missing) that says why it cannot be used, (wrong use) when its address must be named */
  async connected(): Promise<Connected> {
    const before = this.#connecting;
    const there = await before?.catch(() => null);
    const isGone = there === null || (there !== undefined && there.machine.death !== null);
    // Servers that are started side by side share a connection, which the first of them makes.
    if (isGone && this.#connecting === before) this.#connecting = null;
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  async close(): Promise<void> {
    const connected = await this.#connecting?.catch(() => null);
    this.#connecting = null;
    await connected?.machine.close();
  }

  async #connect(): Promise<Connected> {
    const machine = await RemoteMachine.open(this.#spec);
    try {
      const [connection = ''] = (await askThere(machine, ['sh', '-c', CONNECTION])) ?? [];
      const address = await serverAddress(connection, await configuredName(this.#spec.target), this.#advertise);
      if (address !== null) return { machine, address };
    } catch (error) {
      await machine.close();
      throw error;
    }
    await machine.close();
    throw new OutcryError(
      `${this.#spec.text} does not say at which address it was reached; say with --advertise HOST how clients reach it`,
      EXIT.usage,
    );
  }
}
