/** The machines of a Grid's nodes that the session was told of: each has a monitor of its own. */
import type { Machines } from '../elsewhere/machines.ts';
import type { OpenMachine } from '../elsewhere/open-machine.ts';
import { ownSamples } from '../elsewhere/own-samples.ts';
import type { HostReport, SwarmHosts } from '../swarm.ts';

/** As much of a Grid's status as says on which node a session is. */
export interface GridSessions {
  value?: { nodes?: { slots?: { session?: { sessionId?: string; uri?: string } | null }[] }[] };
}

/** The host of the node that each of `sessions` is on, as the node calls itself. */
export function nodeHosts(status: GridSessions, sessions: readonly string[]): string[] {
  const slots = (status.value?.nodes ?? []).flatMap((node) => node.slots ?? []);
  return slots.flatMap(({ session }) => {
    const { sessionId, uri } = session ?? {};
    if (sessionId === undefined || uri === undefined || !sessions.includes(sessionId) || !URL.canParse(uri)) return [];
    return [new URL(uri).hostname.replace(/^\[|\]$/g, '')];
  });
}

export class GridHosts implements SwarmHosts {
  readonly #machines: Machines;
  readonly #nodesNow: () => Promise<string[]>;
  #open: OpenMachine[] = [];

  /** @param nodesNow the host of the node of each browser */
  constructor(machines: Machines, nodesNow: () => Promise<string[]>) {
    this.#machines = machines;
    this.#nodesNow = nodesNow;
  }

  /** Opens the machines. @throws OutcryError (missing) that says why one cannot be used */
  async open(): Promise<void> {
    this.#open = await Promise.all(this.#machines.all().map((index) => this.#machines.at(index)));
  }

  async begin(): Promise<void> {
    // A machine that has vanished may be back; one that is not measures nothing, which its report says.
    await this.open().catch(() => {});
    await Promise.allSettled(this.#open.map(({ monitor }) => monitor?.begin([])));
  }

  async end(): Promise<HostReport[]> {
    const nodes = await this.#nodesNow().catch(() => []);
    return Promise.all(
      this.#open.map(async (on): Promise<HostReport> => {
        const { host, here, machine } = on;
        const names = [host.name, ...machine.about.addresses, ...(here ? ['127.0.0.1', '::1', 'localhost'] : [])];
        const members = nodes.filter((node) => names.includes(node)).length;
        return { host, here, members, membersUnknown: true, clock: null, ...(await ownSamples(on)) };
      }),
    );
  }

  close(): Promise<void> {
    return this.#machines.close();
  }
}
