/**
 * What a launcher can do with a load page, as `window.outcryLoad`. Everything goes in and out as JSON; nothing throws or
 * rejects: how it went is in `state()`, which can be asked as often as one likes.
 */
import type { Dataset, InitTest } from '../protocol/messages.ts';
import type { Adapter, Transport } from '../protocol/socket.ts';
import type { Clock } from './clock.ts';
import { LoadGroup } from './group.ts';
import type { GroupState } from './group-state.ts';
import type { SendPlan } from './schedule.ts';

export interface ConnectRequest {
  transport: Transport;
  /** The clients this page is to hold; client 1 is the master. */
  clientIds: number[];
  /** Clients of all pages together. */
  clientCount: number;
}

/**
 * `GroupState` as a launcher sees it; `error` also holds why a call failed. `standIn`: what stands in for a part of the
 * framework; null: nothing.
 */
export type RemoteState = GroupState & { transports: Record<string, number>; standIn: string | null };

export interface OutcryLoad {
  /** Connects the clients, ending those there were. Resolves with the state when all are connected or one has failed. */
  connect(request: ConnectRequest): Promise<RemoteState>;
  /** Says what this page's clients send in the next test; needed in every page before the test begins. */
  prepare(plan: SendPlan): RemoteState;
  /** In the master's page: prepares and begins the test. Resolves with the state when it has begun or was refused. */
  start(init: InitTest, plan: SendPlan): Promise<RemoteState>;
  state(): RemoteState;
  /** The dataset of the last test, in the master's page, once its phase is `finished`. */
  dataset(): Dataset | null;
  disconnect(): Promise<RemoteState>;
}

const NEW: RemoteState = {
  phase: 'new',
  connected: 0,
  sent: 0,
  received: 0,
  closed: 0,
  error: null,
  transports: {},
  standIn: null,
};

/**
 * @param url the server's origin
 * @param onChange called when the phase has changed or something went wrong
 */
export function createRemote(adapter: Adapter, url: string, clock: Clock, onChange: () => void): OutcryLoad {
  let group: LoadGroup | null = null;
  let error: string | null = null;

  const state = (): RemoteState => {
    if (group === null) return { ...NEW, error };
    const now = group.state();
    return { ...now, error: error ?? now.error, transports: group.transports(), standIn: group.standIn };
  };

  /** Runs `action`, keeping the sentence of what it throws. */
  const attempt = async (action: () => Promise<void> | void): Promise<RemoteState> => {
    error = null;
    try {
      await action();
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    onChange();
    return state();
  };

  const needGroup = (): LoadGroup => {
    if (group === null) throw new Error('Nothing is connected yet.');
    return group;
  };

  const disconnect = async () => {
    const old = group;
    group = null;
    await old?.close();
  };

  return {
    connect: (request) =>
      attempt(async () => {
        await disconnect();
        group = new LoadGroup({ adapter, url, clock, ...request }, onChange);
        await group.connect();
      }),
    prepare: (plan) => {
      error = null;
      try {
        needGroup().prepare(plan);
      } catch (thrown) {
        error = (thrown as Error).message;
      }
      return state();
    },
    start: (init, plan) =>
      attempt(async () => {
        needGroup().prepare(plan);
        await needGroup().start(init);
      }),
    state,
    dataset: () => group?.dataset ?? null,
    disconnect: () => attempt(disconnect),
  };
}
