/** The app's server on Meteor itself: the bundle that Meteor built runs in this process and is offered the house. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { COMPRESSES } from '../../kits/node/compression.ts';
import { House } from '../../kits/node/house.ts';
import { answerCommon, keepConnectionsOpen, readPort, surviveErrors } from '../../kits/node/server.ts';
import type { DdpHost } from './ddp-host.ts';
import { HouseOverDdp } from './house-over-ddp.ts';
import type { Visitor } from './visitor.ts';

/** The part of Meteor's packages that is used here. */
export interface MeteorPackages {
  Meteor: Pick<DdpHost, 'methods' | 'publish' | 'Error'> & {
    /** Such as `METEOR@3.0.4`. */
    release: string;
    server: { setPublicationStrategy(collection: string, strategy: unknown): void };
  };
  DDPServer: { publicationStrategies: { NO_MERGE_NO_HISTORY: unknown } };
  WebApp: {
    httpServer: Server;
    rawHandlers: { use(handler: (request: IncomingMessage, response: ServerResponse) => void): void };
    onListening(handler: () => void): void;
  };
}

/** Starts the bundle whose module is `main`. It listens on HOST and PORT, as Meteor calls them. */
export function runOnMeteor(main: string): void {
  const { env } = process;
  env.BIND_IP = env.HOST || '127.0.0.1';
  env.PORT = `${readPort(env.PORT)}`;
  env.ROOT_URL ??= `http://${env.BIND_IP}:${env.PORT}`;
  // Whatever the environment says. `{}` is Meteor's default.
  env.SERVER_WEBSOCKET_COMPRESSION = COMPRESSES ? '{}' : 'false';
  Object.assign(globalThis, { outcryOnMeteor: serve });
  createRequire(import.meta.url)(main);
}

/** Called by the bundle (`project/server/main.js`). */
function serve({ Meteor, DDPServer, WebApp }: MeteorPackages): void {
  // The house and what it speaks through need each other; nothing is said before both are there.
  const outputs = {
    send: (visitor: Visitor, event: string, data: unknown) => offered.send(visitor, event, data),
    broadcast: (event: string, data: unknown) => offered.broadcast(event, data),
    addressOf: (visitor: Visitor) => offered.addressOf(visitor),
  };
  const house = new House<Visitor>(outputs, { auction: auctionIn() });
  const { NO_MERGE_NO_HISTORY } = DDPServer.publicationStrategies;
  const offered = new HouseOverDdp(
    {
      methods: (methods) => Meteor.methods(methods),
      publish: (name, publication) => Meteor.publish(name, publication),
      sendOnly: (collection) => Meteor.server.setPublicationStrategy(collection, NO_MERGE_NO_HISTORY),
      substitute: null,
      Error: Meteor.Error,
    },
    house,
  );
  WebApp.rawHandlers.use((request, response) => {
    if (!house.control(request, response)) answerCommon(request, response);
  });
  keepConnectionsOpen(WebApp.httpServer);
  WebApp.onListening(() => {
    surviveErrors(WebApp.httpServer);
    const { port } = WebApp.httpServer.address() as AddressInfo;
    const versions = { framework: Meteor.release.replace('METEOR@', ''), runtime: `node ${process.versions.node}` };
    process.stdout.write(`${JSON.stringify({ ready: true, port, versions })}\n`);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      house.stop();
      process.exit(0);
    });
  }
}
