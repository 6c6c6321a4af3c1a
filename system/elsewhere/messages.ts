/** The messages between Outcry and its agent on another machine: one JSON text a line. */

import type { Role } from '../priority/mechanism.ts';

/** Either side says something at least this often, ms; one that misses this many in a row is gone. */
export const BEAT_MS = 5_000;
export const MOST_MISSED = 4;
/** The oldest Node.js that runs an agent and what it starts. */
export const OLDEST_NODE = 20;

/** A file in the agent's cache: SHA-256 of its content (hex), and the ending of its name, such as `.mjs`. */
export interface CachedFile {
  hash: string;
  ending: string;
}

/** A file of a folder that is put together from the cache. */
export interface FolderFile extends CachedFile {
  /** Relative, with slashes. */
  path: string;
  executable: boolean;
}

/** Of a program that an agent starts. */
export interface ProgramOptions {
  /** Folder there; null: the agent's. */
  cwd: string | null;
  /** Besides PATH, HOME and the like of that machine. */
  env: Record<string, string>;
  /** True: it is a program of Node.js that is sent messages, and sends some. */
  ipc: boolean;
  /** What it is to a measurement, which decides its priority there; null: nothing. */
  role: Role | null;
}

export type AgentRequest =
  /** Answered with the path of each, null for those that are missing. */
  | { do: 'have'; files: CachedFile[] }
  /** The last piece of a file was sent: answered with its path. */
  | { do: 'keep'; file: CachedFile }
  /** Answered with the path of a folder that has these files. */
  | { do: 'folder'; name: string; files: FolderFile[] }
  /** Starts a program; the first word `node` is the agent's own Node.js. Its standard output is passed on with `stdout` alone. Answered with its pid. */
  | ({ do: 'start'; id: number; argv: string[]; stdout: boolean } & ProgramOptions)
  /** Ends a program and what it started: SIGTERM, then SIGKILL. */
  | { do: 'end'; id: number; graceMs: number }
  /** Answered with the machine's monotonic clock, ms. */
  | { do: 'clock' };

export type ToAgent =
  | { do: 'beat' }
  /** A piece of a file, base64. */
  | { do: 'piece'; file: CachedFile; data: string }
  /** A message to a program over its IPC channel. */
  | { do: 'send'; id: number; message: unknown }
  | (AgentRequest & { number: number });

export interface AgentAnswer {
  paths?: (string | null)[];
  path?: string;
  pid?: number;
  at?: number;
}

/** The description of a machine. */
export interface MachineAbout {
  /** As it calls itself. */
  name: string;
  /** The same for all that share a kernel and its clock; null where the system does not say. */
  id: string | null;
  cpu: string;
  cores: number;
  memoryBytes: number;
  kernel: string;
  node: string;
}

/** The same, by the agent that runs there. */
export interface AgentAbout extends MachineAbout {
  /** The machine's addresses, loopback excepted. */
  addresses: string[];
  /** The agent's own pid. */
  pid: number;
  /** Open files that a process may have; null where the kernel does not say. */
  openFiles: number | null;
}

export type FromAgent =
  | { says: 'beat' }
  /** The shell's: the version of Node.js there, empty where there is none. */
  | { says: 'shell'; node: string }
  | { says: 'up'; about: AgentAbout }
  | ({ says: 'done'; number: number; error: string | null } & AgentAnswer)
  | { says: 'message'; id: number; message: unknown }
  | { says: 'line'; id: number; of: 'stdout' | 'stderr'; line: string }
  /** `how`: such as `ended with code 1`. */
  | { says: 'exited'; id: number; how: string };
