import type { SwarmKind } from '../../protocol/run-record.ts';

/** A set of options for the scenario in whose folder it is. */
export interface Profile {
  name: string;
  /** One line for `--help`. */
  about: string;
  swarm: SwarmKind;
  /** How many browsers on a machine with this many cores. */
  browsers(cores: number): number;
  clientsPerBrowser: number;
  runs: number;
  /** Where no number of runs is asked for, rounds go on until rows are told apart or shown alike, or the time is up. */
  decides?: true;
  /** `main`: of each framework the first that the swarm can use. */
  transports: 'main' | 'all';
  /** Whether it is the one that applies where none is named. One profile in all is. */
  usual?: true;
}
