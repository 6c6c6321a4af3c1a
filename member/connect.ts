/** Connects a member's clients, a few at a time, over exactly the transport asked for, unless the framework is to choose. */
import type { Adapter, Socket, Transport } from '../protocol/socket.ts';
import type { ConnectRequest } from './contract.ts';
import type { Chosen } from './scenario-client.ts';

/** Opens one connection; rejects with a sentence that names the client. */
export async function connectOne(
  adapter: Adapter,
  url: string,
  transport: Transport,
  id: number,
  { chosen = 'as asked', options = {} }: { chosen?: Chosen | undefined; options?: ConnectRequest['options'] } = {},
): Promise<Socket> {
  const isFree = chosen === 'by the framework' && adapter.connectFreely !== undefined;
  let socket: Socket;
  try {
    socket = await (isFree ? adapter.connectFreely!(url) : adapter.connect(url, { transport, ...options }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Client ${id} could not connect to ${url}${isFree ? '' : ` over ${transport}`}: ${why}`);
  }
  if (!isFree && socket.transport !== transport) {
    const used = socket.transport;
    await socket.close();
    throw new Error(`Client ${id} asked for ${transport} and was given ${used}.`);
  }
  return socket;
}

/**
 * Connects all `clients`, `parallel` at a time. Stops when one fails and rejects with its sentence, once those under way have settled.
 * The next ones begin together when all before them are connected: a client library then does the same steps for many at once, which
 * takes a fifth less CPU than to begin one whenever another is connected.
 */
export async function connectAll(clients: readonly { connect(): Promise<void> }[], parallel: number): Promise<void> {
  for (let first = 0; first < clients.length; first += parallel) {
    const group = clients.slice(first, first + parallel);
    const settled = await Promise.allSettled(group.map((client) => client.connect()));
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
