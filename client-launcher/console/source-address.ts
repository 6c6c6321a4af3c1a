/**
 * Has the connections of this process come from an address of its own: one address has some 28,000 ports, and all of 127.0.0.0/8 is this
 * machine. Frameworks' client libraries have no common option for it, and all of them end in Node's `Socket.connect`.
 */
import { Socket } from 'node:net';

const LOOPBACK = '127.0.0.1';
let source: string | null = null;

/** From now on connections to loopback that name no address to come from come from `address`; null: from wherever the system likes. */
export function connectFrom(address: string | null): void {
  if (source === null && address !== null) Socket.prototype.connect = connectFromSource;
  if (address === null) Socket.prototype.connect = connect;
  source = address;
}

const { connect } = Socket.prototype;

interface Options {
  host?: string | null;
  localAddress?: string | null;
}

const withSource = (options: unknown): unknown => {
  const { host, localAddress } = (options ?? {}) as Options;
  const free = host === LOOPBACK && (localAddress ?? null) === null;
  return free ? { ...(options as Options), localAddress: source } : options;
};

function connectFromSource(this: Socket, ...args: unknown[]): Socket {
  const [first, ...rest] = args;
  // `net.connect` hands over its arguments as a list, with the options first, that Node knows again by a mark of its own.
  if (Array.isArray(first)) first[0] = withSource(first[0]);
  const given = Array.isArray(first) ? first : withSource(first);
  return Reflect.apply(connect, this, [given, ...rest]);
}
