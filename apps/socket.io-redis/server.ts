/** The server of the Socket.IO app on all cores: processes that speak to each other by Redis. */
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { Socket as Connection } from 'socket.io';
import { runCluster } from '../../kits/cluster/run-cluster.ts';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { serverOn } from '../socket.io/wire.ts';
import { wireWorker } from '../socket.io-cluster/worker.ts';
import { connectToRedis, prepareRedis } from './redis.ts';

runCluster<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  auction: auctionIn(),
  prepare: prepareRedis,
  async attach(http, events) {
    const io = serverOn(http);
    // One that has subscribed can do nothing else.
    const { publisher, subscriber, channelPrefix } = await connectToRedis((why) => events.fail(why));
    io.adapter(createShardedAdapter(publisher, subscriber, { channelPrefix }));
    return wireWorker(io, events, () => publisher.ping());
  },
});
