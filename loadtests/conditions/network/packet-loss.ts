/**
 * Drops packets of one port at random, in the kernel's packet filter: an own table (nft) that names this port alone. It has one rule per
 * direction, where packets come in: the sender of a packet that is dropped on its way out would be told, and would not count it as sent.
 */
import { demandTable, KernelTable, type TableKind, tableText } from './kernel-table.ts';

const TABLE: TableKind = { prefix: 'outcry-loss', whyNot };
/** A packet is dropped if a random number below this is small enough. */
const STEPS = 100_000;
/** The smallest part of all packets that can be asked for, percent. */
export const LOSS_STEP = 100 / STEPS;

/** The input of nft: a table that drops this part of the loopback's packets to `port` and of those from it, IPv4 and IPv6. Pure. */
export function lossTable(table: string, port: number, percent: number): string {
  const drop = (field: string): string =>
    `iif lo meta l4proto { tcp, udp } th ${field} ${port} numgen random mod ${STEPS} < ${Math.round(percent / LOSS_STEP)} drop`;
  return tableText(
    table,
    `  chain incoming {
    type filter hook input priority filter; policy accept;
    ${drop('dport')}
    ${drop('sport')}
  }`,
  );
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
export const demandPacketLoss = (program: string): Promise<void> =>
  demandTable(program, TABLE, (table) => lossTable(table, 1, 1));

/**
 * Begins to drop packets, until its table is removed.
 * @param program path of nft
 * @param port of TCP and UDP, on this machine
 * @param percent of the packets in each direction
 */
export const losePackets = (program: string, port: number, percent: number): Promise<KernelTable> =>
  KernelTable.make(program, TABLE, `packet loss on port ${port}`, (table) => lossTable(table, port, percent));
