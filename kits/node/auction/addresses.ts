/** Network addresses that are counted as one, see "Failed log-ins" in `kits/schema/README.md`. */
import { isIPv6 } from 'node:net';

/** The groups of an IPv6 address, of eight, that a network assigns to one customer, who has all addresses behind them. */
const CUSTOMER_GROUPS = 4;

/** The key that failures from `address` are counted by; one and the same for all whose address is not known. */
export function countedAs(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  // A socket for both families shows an IPv4 address so, as ::ffff:192.0.2.1.
  if (/^(0,){5}65535,/.test(String(groups))) return groups.slice(6).flatMap(bytesOf).join('.');
  return groups.slice(0, CUSTOMER_GROUPS).join(':');
}

const bytesOf = (group: number): number[] => [group >> 8, group & 0xff];

function groupsOf(address: string): number[] {
  // The URL standard's way of writing it has neither dots nor leading zeros.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before, after] = written.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const filling = Array<string>(8 - before!.length - (after?.length ?? 0)).fill('0');
  return [...before!, ...filling, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}
