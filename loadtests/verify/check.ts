/** What a check is, and what it is given to look at an app with. */
import type { Begin } from '../../protocol/control.ts';
import type { Adapter, Transport } from '../../protocol/socket.ts';
import type { Counted, Verb } from '../../protocol/verbs.ts';
import type { App } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import type { ControlClient } from './control-client.ts';
import type { DoomedClient, DoomedTask } from './killed-client.ts';
import type { TestClient } from './test-client.ts';

/** One thing that every app must do, looked at from outside. */
export interface Check {
  name: string;
  /** What is demanded, in one sentence. */
  rule: string;
  /** `app`: looked at once. `transport`: looked at over each transport. */
  scope: 'app' | 'transport';
  /** Whether it can be asked of a transport of `app` that has these verbs; absent: of every one. */
  needs?(verbs: readonly Verb[], app: App): boolean;
  /** When it fails, nothing more is checked over this transport. */
  essential?: boolean;
  /** The check whose failure makes this one pointless: then it is skipped. */
  after?: string;
  /** It ends the server on purpose. */
  endsServer?: boolean;
  /**
   * Resolves when the rule is kept, with a sentence when there is something to know about how.
   * Rejects with a `CheckFailure` when it is not.
   */
  run(context: CheckContext): Promise<string | undefined>;
}

/** One server of the app and the means to talk to it. What a check opens here is closed after it. */
export interface CheckContext {
  readonly app: App;
  readonly adapter: Adapter;
  readonly transport: Transport;
  /** What `app.json` says that the transport has. */
  readonly verbs: readonly Verb[];
  readonly server: Server;
  readonly control: ControlClient;
  /** How long to wait for what should come, ms. Generous: it decides when to give up, not what is fast enough. */
  readonly deadlineMs: number;
  /** How long `connect` may take to give up, ms. */
  readonly timeoutMs: number;
  /** How long the server may take to notice that a client was killed, ms. */
  readonly noticeMs: number;
  /** What ended the server during earlier checks, one sentence each. */
  readonly crashes: readonly string[];
  /** Connects one client over `transport`; `name` is what messages call it. Who comes first finds nobody of the check before. */
  connect(name: string): Promise<TestClient>;
  /** Connects several, one after the other. */
  connectAll(...names: string[]): Promise<TestClient[]>;
  /** Connects a client in a process of its own, to be killed. */
  connectDoomed(task: DoomedTask): Promise<DoomedClient>;
  /** Starts another server of the app with these environment variables besides; undefined takes one away. */
  startAnother(env: Record<string, string | undefined>): Promise<Server>;
  /** Waits until the server knows of the connections that are open and of no other, and has it count anew. */
  begin(begin?: Partial<Begin>): Promise<void>;
  /**
   * Demands that the server has counted since {@link begin} exactly what is said: per verb what it received and what it
   * sent, nothing of the others. `refused` is what checks made it refuse, without the fences.
   */
  demandCounts(
    wanted: Partial<Record<Counted, readonly [received: number, sent: number]>>,
    refused?: number,
  ): Promise<void>;
}

/** For {@link Check.needs}: transports that have all of `verbs`. */
export const all =
  (...verbs: Verb[]) =>
  (has: readonly Verb[]): boolean =>
    verbs.every((verb) => has.includes(verb));

/** For {@link Check.needs}: transports that have one of `verbs`, or several. */
export const any =
  (...verbs: Verb[]) =>
  (has: readonly Verb[]): boolean =>
    verbs.some((verb) => has.includes(verb));

/** Whether a server can say something that was not asked for, and so tell clients anything but replies. */
export const tells = any('echo', 'publish', 'join', 'greet', 'feed');
