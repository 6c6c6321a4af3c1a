export type IdleParams = {
  /** The time that the connections are held, seconds. */
  seconds: number;
  /** Client counts to run one after the other, with commas between them; empty: only `--clients`. */
  steps: string;
};
