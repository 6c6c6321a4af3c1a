/** Servers as processes of this machine. */
import { type ServerOptions, startServer } from '../server-process.ts';
import type { Place } from './place.ts';

export function processes(options: Pick<ServerOptions, 'host' | 'cpus'>): Place {
  return {
    async start(app) {
      const { pid, ...server } = await startServer(app, options);
      return { ...server, meter: { by: 'tree', pid }, host: 'this', handedOn: false, engine: null };
    },
  };
}
