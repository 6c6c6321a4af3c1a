/** The adapter: a client does not see what language the server is written in. */
import { io } from 'socket.io-client';
import { adapterOn } from '../socket.io/client.ts';

export default adapterOn(io, 'socket.io-rust');
