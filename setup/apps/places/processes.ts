import type { Place } from './place.ts';
import { type ServerOptions, startServer } from './server-process.ts';

export function processes(options: Pick<ServerOptions, 'host' | 'cpus'>): Place {
  return {
    async start(app, env = {}) {
      const { pid, ...server } = await startServer(app, { ...options, env });
      return { ...server, meter: { by: 'tree', pid }, host: 'this', handedOn: false, engine: null };
    },
  };
}
