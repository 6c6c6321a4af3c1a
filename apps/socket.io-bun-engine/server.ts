/** The server of the Socket.IO app on the engine that Socket.IO makes for Bun, which has Bun's own HTTP server. */
import { Server as Engine } from '@socket.io/bun-engine';
import { type Socket as Connection, Server } from 'socket.io';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { wire } from '../socket.io/wire.ts';
import { bun } from '../socket.io-bun/bun.ts';
import { listenOn } from './listen.ts';
import { waiting } from './waiting.ts';

const engineVersion = installedVersion('@socket.io/bun-engine', import.meta.url);

runServer<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  runtime: { ...bun, version: `${bun.version}, bun-engine ${engineVersion}` },
  attach(http, house) {
    const engine = new Engine({ path: '/socket.io/', maxHttpBufferSize: TRANSPORT_LIMIT_BYTES });
    const io = new Server({ serveClient: false });
    io.bind(engine);
    return { ...wire(io, house), waiting, listener: listenOn(engine, http) };
  },
});
