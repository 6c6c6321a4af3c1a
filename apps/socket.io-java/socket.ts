/** The adapter: Socket.IO's own client, which does not see in which language the server is written. */
import { io } from 'socket.io-client';
import { adapterOn } from '../socket.io/client.ts';

export default adapterOn(io, 'socket.io-java');
