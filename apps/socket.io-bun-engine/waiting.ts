/** What waits for a client. */
import type { Socket as Connection } from 'socket.io';

/** The engine's part of a connection, which its types hide. */
interface Engine {
  writeBuffer: { data?: string }[];
  /** Over WebSocket only, once it is open. */
  transport: { socket?: { getBufferedAmount(): number } };
}

/** The bytes that the engine keeps until the next poll, and those that Bun keeps of a WebSocket. */
export function waiting({ conn }: Connection): number {
  const { writeBuffer, transport } = conn as unknown as Engine;
  const unsent = transport.socket?.getBufferedAmount() ?? 0;
  return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), unsent);
}
