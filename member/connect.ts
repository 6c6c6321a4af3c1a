/** Connects a group's clients, a few at a time, over exactly the transport asked for. */
import type { Adapter, Socket, Transport } from '../protocol/socket.ts';

/** Opens one connection; rejects with a sentence that names the client. */
async function connectOne(adapter: Adapter, url: string, transport: Transport, clientId: number): Promise<Socket> {
  let socket: Socket;
  try {
    socket = await adapter.connect(url, { transport });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Client ${clientId} could not connect to ${url} over ${transport}: ${why}`);
  }
  if (socket.transport !== transport) {
    const used = socket.transport;
    await socket.close();
    throw new Error(`Client ${clientId} asked for ${transport} and was given ${used}.`);
  }
  return socket;
}

/**
 * Connects all `clientIds`, at most `parallel` at a time, calling `onConnected` with each as it comes up.
 * Stops at the first that fails and rejects with its sentence, once those under way have settled.
 */
export async function connectAll(
  adapter: Adapter,
  url: string,
  transport: Transport,
  clientIds: readonly number[],
  parallel: number,
  onConnected: (clientId: number, socket: Socket) => void,
): Promise<void> {
  const waiting = clientIds.values();
  let failure: unknown = null;
  const lane = async () => {
    for (const clientId of waiting) {
      try {
        onConnected(clientId, await connectOne(adapter, url, transport, clientId));
      } catch (error) {
        failure ??= error;
      }
      if (failure !== null) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, clientIds.length) }, lane));
  if (failure !== null) throw failure;
}
