/** The app's server on the open DDP server, where there is no Meteor. */
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { COMPRESSES } from '../../kits/node/compression.ts';
import { runServer } from '../../kits/node/server.ts';
import manifest from './app.json' with { type: 'json' };
import { DdpError } from './ddp-server/errors.ts';
import { DdpServer } from './ddp-server/server.ts';
import { HouseOverDdp } from './house-over-ddp.ts';
import type { Visitor } from './visitor.ts';

/** The sentence that must stand with each figure. */
const SUBSTITUTE = manifest.substitute.is;

export function runSubstitute(version: string): void {
  runServer<Visitor>({
    framework: version,
    substitute: SUBSTITUTE,
    auction: auctionIn(),
    attach(http, house) {
      const ddp = new DdpServer({ compresses: COMPRESSES });
      const outputs = new HouseOverDdp(
        {
          methods: (methods) => ddp.methods(methods),
          publish: (name, publication) => ddp.publish(name, publication),
          sendOnly: (collection) => ddp.withoutMergeBox(collection),
          waiting: ({ id }) => ddp.session(id)?.waiting ?? 0,
          substitute: SUBSTITUTE,
          Error: DdpError,
        },
        house,
      );
      ddp.attach(http);
      return Object.assign(outputs, { endAll: () => ddp.closeAll() });
    },
  });
}
