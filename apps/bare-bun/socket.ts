/** The adapter: a client does not see the server's runtime. */
import type { Adapter } from '../../protocol/socket.ts';
import bare from '../bare/socket.ts';

const adapter: Adapter = {
  id: 'bare-bun',
  transports: ['websocket'],
  async connect(url, options) {
    if (options.transport !== 'websocket') throw new Error(`bare-bun has no transport ${options.transport}`);
    return bare.connect(url, options);
  },
};

export default adapter;
