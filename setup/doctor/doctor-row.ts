/** A line of `./outcry doctor`. */
export interface DoctorRow {
  id: string;
  label: string;
  /**
   * `ok`; `missing`: not there, and something needs it; `too old`; `low`: there, and less than is good; `substitute`: not
   * there, and something else takes its part.
   */
  state: 'ok' | 'missing' | 'too old' | 'low' | 'substitute';
  /** A tool's version, or a limit's value; null when unknown. */
  version: string | null;
  /** Absolute path of a tool's program or a library's file; null for everything else. */
  path: string | null;
  neededFor: string;
  /** The remedy for a state that is not `ok`; empty otherwise. */
  howToGet: string;
  /** For a part with a substitute: which of the two a run would use, in words. */
  runsUse?: string;
}
