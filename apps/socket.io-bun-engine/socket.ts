/** The adapter: a client does not see the server's runtime. */
import { io } from 'socket.io-client';
import { adapterOn } from '../socket.io/client.ts';

export default adapterOn(io, 'socket.io-bun-engine');
