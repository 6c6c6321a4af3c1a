/** The Socket.IO adapter. */
import { io } from 'socket.io-client';
import { adapterOn } from './client.ts';

export default adapterOn(io, 'socket.io');
