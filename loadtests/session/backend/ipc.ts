/** Messages between the runner and a backend's process. */
import type { TestRequest } from '../../../member/contract.ts';
import type { Measured } from '../../../metrics/metric.ts';

export type BackendCommand =
  /** `script`: `file:` URL of the scenario's bundled `backend.ts`. `control`: the server's origin and its token. */
  | {
      do: 'prepare';
      script: string;
      control: { url: string; token: string };
      test: TestRequest;
      clients: number;
    }
  | { do: 'begin' }
  /** Asked when the clients are done: a feed that has not ended is ended. */
  | { do: 'report' };

export interface BackendReport {
  /** By name; only what the backend measured. */
  metrics: Record<string, Measured>;
  /** The error, in a sentence; null: none. */
  error: string | null;
  /** Lines that it logged, JSON, in their order; absent: none. */
  log?: unknown[];
}

/** The answer to each command: what went wrong, and to `report` the report. */
export type BackendSays = { error: string | null; report?: BackendReport };
