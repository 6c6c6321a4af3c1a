/** The adapter: a client does not see the server's runtime. */
import type { Adapter } from '../../protocol/socket.ts';
import bare from '../bare/socket.ts';

export default { ...bare, id: 'bare-bun', transports: ['websocket'] } satisfies Adapter;
