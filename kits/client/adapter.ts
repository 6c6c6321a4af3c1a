/** An adapter made of a way to open each transport. */
import type { Adapter, ConnectOptions, Socket, Transport } from '../../protocol/socket.ts';
import { reasonOf } from './reason.ts';

const CONNECT_MS = 20_000;

/** Opens a connection to the app at `base`; gives up, and leaves nothing open, when `timeout` is aborted. */
export type Opener = (base: string, timeout: AbortSignal, options: ConnectOptions) => Promise<Socket>;

/** The adapter of app `id`, whose server has its transports under the path `/<id>`. */
export function adapterOf(id: string, openers: Partial<Record<Transport, Opener>>): Adapter {
  return {
    id,
    transports: Object.keys(openers) as Transport[],
    async connect(url, options) {
      const { transport } = options;
      const open = openers[transport];
      if (open === undefined) throw new Error(`${id} has no transport ${transport}`);
      const timeout = new AbortController();
      const late = new Error(`not connected after ${CONNECT_MS / 1_000} s`);
      const timer = setTimeout(() => timeout.abort(late), CONNECT_MS);
      try {
        return await open(`${url}/${id}`, timeout.signal, options);
      } catch (error) {
        throw new Error(`cannot connect to ${url} over ${transport}: ${reasonOf(error)}`);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
