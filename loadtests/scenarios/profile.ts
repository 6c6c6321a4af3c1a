import type { SwarmKind } from '../../protocol/run-record.ts';

/** A set of options for the scenario in whose folder it is. */
export interface Profile {
  name: string;
  /** One line for `--help`. */
  about: string;
  swarm: SwarmKind;
  /** How many browsers on a machine with so many cores. */
  browsers(cores: number): number;
  clientsPerBrowser: number;
  runs: number;
  /** `main`: of each framework the first that the swarm can use. */
  transports: 'main' | 'all';
  /** Whether it is the one that applies where none is named. One profile in all is. */
  usual?: true;
}
