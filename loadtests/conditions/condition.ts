/**
 * The contract of a run condition: something that a session is measured under which is neither framework nor scenario. Each is a folder
 * here with a `condition.ts`; records, merges, tables and charts know conditions by this contract and none by name.
 */
import type { ConditionIdentity } from '../../protocol/conditions.ts';
import type { Finding } from '../../protocol/run-record.ts';

export interface Condition<Option = unknown> {
  name: string;
  /** What a user may ask for, as commander reads it. */
  option: {
    flags: string;
    about: string /** The option's name among the parsed ones, and its default. */;
    key: string;
    fallback: Option;
  };
  /**
   * Starts what the condition needs before a session.
   * @param asked the option's value
   * @returns null: the session runs under the default
   */
  prepare(asked: Option): Promise<PreparedCondition | null>;
}

/** The roots of the process trees on this machine. */
export interface MeasuredProcesses {
  /** Null: the server is in a container, or elsewhere. */
  server: number | null;
  swarm: readonly number[];
}

/** A condition that is in force. */
export interface PreparedCondition {
  identity: ConditionIdentity;
  /** Called before each measurement. */
  beforeTest?(processes: MeasuredProcesses): Promise<void>;
  /** What the condition reports about the run that was measured last. */
  flags?(): Finding[];
  /** Takes back what can be taken back. */
  end(): Promise<void>;
}

/** By the condition's name. */
export type PreparedConditions = ReadonlyMap<string, PreparedCondition>;
