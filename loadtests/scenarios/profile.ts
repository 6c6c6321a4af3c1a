import type { ParamValue, SwarmKind } from '../../protocol/run-record.ts';

/** A set of options for the scenario in whose folder it is. */
export interface Profile {
  name: string;
  /** One line for `--help`. */
  about: string;
  swarm: SwarmKind;
  /** The number of browsers on a machine with this many cores. */
  browsers(cores: number): number;
  clientsPerBrowser: number;
  /** Parameters of its scenario for its swarm: not used where the user names another size, scenario or parameter. */
  params?: Readonly<Record<string, ParamValue>>;
  runs: number;
  /** If no number of runs is asked for, rounds go on until the time is over. */
  timed?: true;
  /** `main`: of each framework the first that the swarm can use. */
  transports: 'main' | 'all';
  /** True if it applies where no profile is named. One profile in all is. */
  usual?: true;
}
