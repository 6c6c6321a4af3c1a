/**
 * Drops packets of one port at random, in the kernel's packet filter: an own table (nft) that names this port alone. It has one rule per
 * direction, where packets come in: the sender of a packet that is dropped on its way out would be told, and would not count it as sent.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { noteLeftover } from '../../../system/leftovers.ts';
import { OWN_MARK, ownerLives } from '../../../system/process-owner.ts';

const run = promisify(execFile);

/** Tables of all starts of Outcry begin like this; the mark of a start follows, and a number. */
const TABLE = 'outcry-loss';
const TABLE_PATTERN = new RegExp(`^table inet (${TABLE}-(.+)-\\d+)$`, 'gm');
/** A packet is dropped if a random number below this is small enough. */
const STEPS = 100_000;
/** The smallest part of all packets that can be asked for, percent. */
export const LOSS_STEP = 100 / STEPS;

let made = 0;

/** The input of nft: a table that drops this part of the loopback's packets to `port` and of those from it, IPv4 and IPv6. Pure. */
export function lossTable(table: string, port: number, percent: number): string {
  const drop = (field: string): string =>
    `iif lo meta l4proto { tcp, udp } th ${field} ${port} numgen random mod ${STEPS} < ${Math.round(percent / LOSS_STEP)} drop`;
  // A table of this name may be there: it is emptied in the same step.
  return `add table inet ${table}
delete table inet ${table}
table inet ${table} {
  chain incoming {
    type filter hook input priority filter; policy accept;
    ${drop('dport')}
    ${drop('sport')}
  }
}
`;
}

/** @param argv of nft @param script its input */
async function nft(program: string, argv: string[], script = ''): Promise<string> {
  const running = run(program, argv);
  running.child.stdin!.on('error', () => {}).end(script);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new OutcryError(whyNot(stderr.trim().split('\n')[0] || message), EXIT.missing, { cause: error });
  }
}

/** Explains why packets cannot be dropped here, and what to do. @param said by nft */
export function whyNot(said: string): string {
  return /not permitted|must be root/i.test(said)
    ? 'only root may drop packets (CAP_NET_ADMIN): start Outcry as root, or choose a network without lossPercent'
    : `this kernel drops no packets at random (nft: ${said}): load its modules with "modprobe nft_numgen", or choose a network without lossPercent`;
}

/**
 * Finds out whether packets can be dropped here, and removes tables of starts that have ended.
 * @param program path of nft
 * @throws OutcryError (missing) that says what to do
 */
export async function demandPacketLoss(program: string): Promise<void> {
  for (const [, table, mark] of (await nft(program, ['list', 'tables', 'inet'])).matchAll(TABLE_PATTERN)) {
    // Its owner's reaper may be faster.
    if (!ownerLives(mark!)) await nft(program, ['delete', 'table', 'inet', table!]).catch(() => {});
  }
  await nft(program, ['--check', '--file', '-'], lossTable(`${TABLE}-check`, 1, 1));
}

export class PacketLoss {
  private constructor(
    private readonly program: string,
    readonly table: string,
    private readonly forget: () => void,
  ) {}

  /**
   * Begins to drop packets.
   * @param program path of nft
   * @param port of TCP and UDP, on this machine
   * @param percent of the packets in each direction
   */
  static async start(program: string, port: number, percent: number): Promise<PacketLoss> {
    const table = `${TABLE}-${OWN_MARK}-${++made}`;
    const argv = [program, 'delete', 'table', 'inet', table];
    const forget = noteLeftover({ label: `packet loss on port ${port}`, argv, env: {} });
    try {
      await nft(program, ['--file', '-'], lossTable(table, port, percent));
    } catch (error) {
      forget();
      throw error;
    }
    return new PacketLoss(program, table, forget);
  }

  /** @returns whether packets were dropped until now: somebody may have removed the table */
  async stop(): Promise<boolean> {
    const wasThere = await nft(this.program, ['delete', 'table', 'inet', this.table]).then(
      () => true,
      () => false,
    );
    this.forget();
    return wasThere;
  }
}
