/** The console swarm's view of its workers and of their source: processes of this machine, or of others. */
import type { SwarmHosts } from '../swarm.ts';
import type { Answer, Command } from './ipc.ts';

export interface SwarmWorker {
  /** Clients connected, as last heard. */
  readonly connected: number;
  /** The reason why it died; null while it lives. */
  readonly death: string | null;
  /** Its process on this machine; null where it runs elsewhere. */
  readonly pid: number | null;
  /** Resolves when the worker has done it; rejects with its sentence, or with why it died. */
  ask(command: Command): Promise<Answer>;
  /** Releases the worker: its further actions do not concern the swarm. */
  end(): Promise<void>;
}

export interface WorkerSource {
  /**
   * Puts a living worker into each of the first `count` of `places` that has none.
   * @throws OutcryError that says what is missing
   */
  fill(places: SwarmWorker[], count: number): Promise<void>;
  /** Tells whether `workers` all read the clock of this machine. */
  shareClock(workers: readonly SwarmWorker[]): boolean;
  /** The machines of those that hold clients now; absent: there is but this one. */
  hosts?(holders: () => readonly SwarmWorker[]): SwarmHosts;
  /** Ends all of its workers, for good. */
  close(): Promise<void>;
}
