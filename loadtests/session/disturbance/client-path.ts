/**
 * The way of the clients to a server's port, which can be closed: a port of their own, which the kernel redirects to the server's. So a rule can
 * name the clients' connections, and those of runner and backend, which go to the server's port itself, stay as they are.
 */
import type { PlacedServer } from '../../../setup/apps/places/place.ts';
import { ensureTool } from '../../../setup/tools/install.ts';
import type { Log } from '../../../setup/tools/programs.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { type HeldPort, holdPort } from '../../../system/free-port.ts';
import { monotonicMs } from '../../../system/monotonic.ts';
import { onExit } from '../../../system/processes.ts';
import {
  demandTable,
  KernelTable,
  type TableKind,
  tableText,
  type WaitingNft,
} from '../../conditions/network/kernel-table.ts';
import type { Change, ClientNetwork } from '../../scenarios/disturbance-script.ts';
import type { NetworkPath } from '../measure/network-path.ts';
import type { SessionPlan } from '../plan/session-plan.ts';

const TABLE: TableKind = { prefix: 'outcry-cut', whyNot };

/** The input of nft: a table that redirects `port` to `serverPort` and lets everything pass. Pure. */
export const pathTable = (table: string, port: number, serverPort: number): string =>
  tableText(
    table,
    `  chain redirected {
    type nat hook output priority -100; policy accept;
    oif lo tcp dport ${port} redirect to :${serverPort}
  }
  chain incoming {
    type filter hook input priority filter; policy accept;
  }`,
  );

type Closed = 'silence' | 'reset' | 'refuse';

/** The input of nft: how packets of connections that were made to `port` are treated. Pure. */
export function closing(table: string, port: number, how: Closed): string {
  const toServer = 'ct direction original';
  const rest: Record<Closed, string> = {
    silence: 'drop',
    // The client's own reset must reach the server: it ends the connection there.
    reset: `${toServer} tcp flags & rst == 0 reject with tcp reset`,
    refuse: `${toServer} tcp flags & (syn | ack) == syn reject with tcp reset`,
  };
  return `add rule inet ${table} incoming iif lo meta l4proto tcp ct original proto-dst ${port} ${rest[how]}\n`;
}

/** Explains why connections cannot be cut here, and what to do. @param said by nft */
export function whyNot(said: string): string {
  return /not permitted|must be root/i.test(said)
    ? 'only root may cut connections (CAP_NET_ADMIN): start Outcry as root'
    : `this kernel cannot cut connections (nft: ${said}): load its modules with "modprobe -a nft_redir nft_ct nft_reject_inet"`;
}

const nftHere = async (say: Log = () => {}): Promise<string> => (await ensureTool('nft', say)).path;

/**
 * Finds out whether the connections of a session's clients can be cut, and removes tables of starts that have ended.
 * @param say called with a line for each step
 * @throws OutcryError (wrong use) for clients elsewhere, (missing) that says what this machine lacks
 */
export async function demandClientPath({ swarm }: Pick<SessionPlan, 'swarm'>, say: Log = () => {}): Promise<void> {
  if (swarm.on !== null || swarm.grid !== null || swarm.advertise !== null) {
    throw new OutcryError(
      "connections are cut on this machine's loopback, and these clients are on other machines: use clients on this one",
      EXIT.usage,
    );
  }
  await demandTable(await nftHere(say), TABLE, (table) => `${pathTable(table, 1, 2)}${closing(table, 1, 'reset')}`);
}

export class ClientPath implements ClientNetwork {
  #next: WaitingNft;
  readonly #forget = onExit(async () => void (await this.stop()));

  private constructor(
    private readonly table: KernelTable,
    private readonly held: HeldPort,
  ) {
    this.#next = table.waiting();
  }

  /** The port that clients connect to. */
  get port(): number {
    return this.held.port;
  }

  /** @param program path of nft @param serverPort on this machine's loopback */
  static async to(program: string, serverPort: number): Promise<ClientPath> {
    // Another session that was given the same port would cut these clients off too, and take their connections.
    const held = await holdPort();
    const label = `the way of clients to port ${serverPort}`;
    try {
      const table = await KernelTable.make(program, TABLE, label, (name) => pathTable(name, held.port, serverPort));
      return new ClientPath(table, held);
    } catch (error) {
      await held.release();
      throw error;
    }
  }

  silence(): Promise<Change> {
    return this.#close('silence');
  }

  reset(): Promise<Change> {
    return this.#close('reset');
  }

  refuse(): Promise<Change> {
    return this.#close('refuse');
  }

  open(): Promise<Change> {
    return this.#apply(this.#flush());
  }

  /** Removes it with its rules. @returns whether they held until now: another program may have removed them */
  async stop(): Promise<boolean> {
    this.#forget();
    await this.#next.apply('').catch(() => {});
    const wasThere = await this.table.remove();
    await this.held.release();
    return wasThere;
  }

  #close(how: Closed): Promise<Change> {
    return this.#apply(`${this.#flush()}${closing(this.table.name, this.port, how)}`);
  }

  #flush(): string {
    return `flush chain inet ${this.table.name} incoming\n`;
  }

  async #apply(script: string): Promise<Change> {
    const nft = this.#next;
    const from = monotonicMs();
    await nft.apply(script);
    const to = monotonicMs();
    this.#next = this.table.waiting();
    return { from, to };
  }
}

/**
 * Puts the clients' own way before a path to a server.
 * @throws OutcryError (wrong use) where it cannot be closed, (missing) for what this machine lacks
 */
export async function disturbedPath(
  server: PlacedServer,
  path: NetworkPath,
): Promise<{ network: ClientPath; path: NetworkPath }> {
  if (server.host !== 'this' || server.meter.by !== 'tree') {
    throw new OutcryError('connections are cut before a server that is a process of this machine only', EXIT.usage);
  }
  if (server.otherPort !== null) throw new OutcryError(`connections cannot be cut: ${server.otherPort}`, EXIT.usage);
  const url = new URL(path.url);
  const network = await ClientPath.to(await nftHere(), Number(url.port));
  url.port = String(network.port);
  const stop = async (): Promise<void> => {
    await network.stop();
    await path.stop();
  };
  return { network, path: { ...path, url: url.origin, stop } };
}
