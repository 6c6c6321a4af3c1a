/** The adapter: the client is Socket.IO's own, and does not see which language the server is in. */
import { io } from 'socket.io-client';
import { adapterOn } from '../socket.io/client.ts';

export default adapterOn(io, 'socket.io-python');
