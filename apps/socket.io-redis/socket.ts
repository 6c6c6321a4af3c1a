/** The adapter: a client does not see that the server is several processes. */
import { io } from 'socket.io-client';
import { adapterOn } from '../socket.io/client.ts';

export default adapterOn(io, 'socket.io-redis');
