/** What a check is, and what it is given to look at an app with. */
import type { Adapter, Transport } from '../../protocol/socket.ts';
import type { App } from '../../setup/apps/manifest.ts';
import type { Server } from '../../setup/apps/server-process.ts';
import type { DoomedClient, DoomedTask } from './doomed-client.ts';
import type { TestClient } from './test-client.ts';

/** One thing that every app must do, looked at from outside. */
export interface Check {
  name: string;
  /** What is demanded, in one sentence. */
  rule: string;
  /** `app`: looked at once. `transport`: looked at over each transport. */
  scope: 'app' | 'transport';
  /** Nothing after it can be looked at when it fails. */
  essential?: boolean;
  /** It ends the server on purpose. */
  endsServer?: boolean;
  /**
   * Resolves when the rule is kept, with a sentence when there is something to know about how.
   * Rejects with a {@link CheckFailure} when it is not.
   */
  run(context: CheckContext): Promise<string | undefined>;
}

/** One server of the app and the means to talk to it. What a check opens here is closed after it. */
export interface CheckContext {
  readonly app: App;
  readonly adapter: Adapter;
  readonly transport: Transport;
  readonly server: Server;
  /** How long to wait for what should come, ms. Generous: it decides when to give up, not what is fast enough. */
  readonly deadlineMs: number;
  /** What ended the server during earlier checks, one sentence each. */
  readonly crashes: readonly string[];
  /** Connects one client over `transport`; `name` is what messages call it. */
  connect(name: string): Promise<TestClient>;
  /** Connects a client in a process of its own, to be killed. */
  connectDoomed(task: DoomedTask): Promise<DoomedClient>;
}

/** The rule is not kept: one sentence with what was expected and what came. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** Throws a {@link CheckFailure} with `sentence` unless `condition` holds. */
export function demand(condition: boolean, sentence: string | (() => string)): asserts condition {
  if (!condition) throw new CheckFailure(typeof sentence === 'string' ? sentence : sentence());
}

/** `value` as JSON, short enough for a sentence. */
export function show(value: unknown, limit = 160): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}

/** Equality of what JSON can carry: key order does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) && sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
