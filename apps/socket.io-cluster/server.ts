/** The server of the Socket.IO app on all cores: processes that speak to each other over Node's own channels between them. */
import { createAdapter, setupPrimary } from '@socket.io/cluster-adapter';
import type { Socket as Connection } from 'socket.io';
import { runCluster } from '../../kits/cluster/run-cluster.ts';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { serverOn } from '../socket.io/wire.ts';
import { wireWorker } from './worker.ts';

runCluster<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  auction: auctionIn(),
  prepare() {
    setupPrimary();
    return {};
  },
  attach(http, events) {
    const io = serverOn(http);
    io.adapter(createAdapter());
    return wireWorker(io, events);
  },
});
