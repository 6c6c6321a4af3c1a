/** Connects a member's clients, a few at a time, over exactly the transport asked for. */
import type { Adapter, Socket, Transport } from '../protocol/socket.ts';

/** Opens one connection; rejects with a sentence that names the client. */
export async function connectOne(adapter: Adapter, url: string, transport: Transport, id: number): Promise<Socket> {
  let socket: Socket;
  try {
    socket = await adapter.connect(url, { transport });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Client ${id} could not connect to ${url} over ${transport}: ${why}`);
  }
  if (socket.transport !== transport) {
    const used = socket.transport;
    await socket.close();
    throw new Error(`Client ${id} asked for ${transport} and was given ${used}.`);
  }
  return socket;
}

/**
 * Connects all `clients`, at most `parallel` at a time. Stops at the first that fails and rejects with its sentence, once those under
 * way have settled.
 */
export async function connectAll(clients: readonly { connect(): Promise<void> }[], parallel: number): Promise<void> {
  const waiting = clients.values();
  let failure: unknown = null;
  const lane = async () => {
    for (const client of waiting) {
      try {
        await client.connect();
      } catch (error) {
        failure ??= error;
      }
      if (failure !== null) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, clients.length) }, lane));
  if (failure !== null) throw failure;
}
