/** Options of a session, and those that a resumed session keeps. */
import type { ParamValue, SwarmKind } from '../../../protocol/run-record.ts';
import type { ConditionsAsked } from '../../conditions/find.ts';

/** The length of the preflight check where none is asked for. */
export const PREFLIGHT_SECONDS = 5;

/** Options by the names that the command line gives them. An absent one comes from the profile, or is as usual. */
export interface SessionOptions {
  /** The results folder. */
  results: string;
  /** Folders of apps besides those of this checkout. */
  apps?: string[];
  profile?: string;
  scenario?: string;
  /** Parameters of the scenario (and of one that it wraps), as text or values. */
  params?: Record<string, ParamValue>;
  frameworks?: string[];
  transports?: string[];
  swarm?: SwarmKind;
  browsers?: number;
  clientsPerBrowser?: number;
  /** More clients per browser than its connections to one host. */
  crowded?: boolean;
  /** Console swarms only. */
  clients?: number;
  clientsPerWorker?: number;
  browser?: 'firefox' | 'chrome';
  headful?: boolean;
  grid?: string;
  /** The name under which clients elsewhere reach this machine. */
  advertise?: string;
  /** The machines that workers run on, as `--on` names them; default: this one. */
  on?: string;
  runs?: number;
  /** Rows that differ by less than this many percent are alike. */
  difference?: number;
  /**
   * The time of a session without a number of rounds, seconds from the start of the first server; default: the usual, or that of four
   * rounds.
   */
  time?: number;
  /** Rounds end when every pair is told apart or alike, and when the time is over. */
  untilDecided?: boolean;
  /** The user leaves it to Outcry how servers are loaded: in turn, where the test can be cut. */
  asUsual?: boolean;
  /** Seconds, instead of until it has levelled. */
  warmup?: number;
  /** The highest number of retries of a disturbed run; default 0. */
  retries?: number;
  /** Length of the preflight check, seconds; default 0. Commands ask for {@link PREFLIGHT_SECONDS}. */
  preflight?: number;
  /** Count bytes and HTTP requests. */
  wire?: boolean;
  /** Each combination in two arms, to see what differs where nothing does. */
  asTwo?: boolean;
  /** Without frameworks that would run on a substitute server. */
  rankableOnly?: boolean;
  /** Without frameworks that are measured only where they are named. */
  usualOnly?: boolean;
  /** By the names of the conditions; default: each is as usual. */
  conditions?: ConditionsAsked;
  note?: string;
  /** The planned look that the runs are made for; default: the first. */
  look?: number;
  /** The id of a session that begins; default: one of its own. */
  session?: string;
  /** The id of the session to resume; true: the newest that was interrupted. */
  resume?: string | true;
}

/** These decide what is measured. */
export const KEPT_OPTIONS = [
  ...(['apps', 'profile', 'scenario', 'params', 'swarm', 'frameworks', 'transports', 'browsers'] as const),
  ...([
    'clientsPerBrowser',
    'crowded',
    'clients',
    'clientsPerWorker',
    'on',
    'runs',
    'difference',
    'untilDecided',
  ] as const),
  ...([
    'rankableOnly',
    'usualOnly',
    'warmup',
    'retries',
    'asTwo',
    'browser',
    'grid',
    'advertise',
    'wire',
    'conditions',
  ] as const),
] as const satisfies readonly (keyof SessionOptions)[];

export type KeptOptions = Pick<SessionOptions, (typeof KEPT_OPTIONS)[number]>;

/** Options for how much is measured: these replace what a resumed session began with. */
export const RENEWED_OPTIONS = ['runs', 'retries'] as const satisfies readonly (keyof KeptOptions)[];
