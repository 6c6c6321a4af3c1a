export type RampParams = {
  /** The scenario that is run. */
  of: string;
  /** The value that grows: `clients`, or a number among that scenario's parameters. */
  grow: string;
  from: number;
  to: number;
  /** The limit, as `loadtests/plans/limit.ts` reads it. */
  until: string;
  /** %. */
  precision: number;
  /** Runs of each value around the point. */
  repeat: number;
};
