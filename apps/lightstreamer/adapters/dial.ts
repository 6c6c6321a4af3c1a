/** Connecting to a broker that may not be there yet. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const RETRY_MS = 100;

/**
 * A connection to `host:port`. While the port is closed it tries again, until `signal` aborts.
 * @throws Error for what will not get better, and the signal's reason
 */
export async function dial(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await once(host, port, signal);
    } catch (error) {
      signal.throwIfAborted();
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET' && code !== 'ETIMEDOUT') throw error;
    }
    await wait(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

function once(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
