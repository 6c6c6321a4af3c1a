/** The server of the Socket.IO app on Deno: that of Node.js, on another runtime. */
import type { Socket as Connection } from 'socket.io';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { serverOn, wire } from '../socket.io/wire.ts';
import { deno } from './deno.ts';

runServer<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  runtime: deno,
  attach: (http, house) => wire(serverOn(http), house),
});
