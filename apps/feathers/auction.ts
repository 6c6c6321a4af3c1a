/** The auction house as services. Their rules and limits are the house's, as are the checks of what a client sends. */
import type { NullableId } from '@feathersjs/feathers';
import type { House } from '../../kits/node/house.ts';
import type { Reply } from '../../protocol/socket.ts';
import type { RequestName } from '../../shared-ui/auction/contract.ts';
import type { CallParams, Connection } from './callers.ts';

export function auctionServices(house: House<Connection>) {
  const ask = (request: RequestName, data: unknown, { connection }: CallParams): Promise<Reply> =>
    house.request(connection!, request, data);
  return {
    users: {
      create: (data: unknown, params: CallParams) => ask('register', data, params),
    },
    logins: {
      create: (data: unknown, params: CallParams) => ask('logIn', data, params),
      remove: (_id: NullableId, params: CallParams) => ask('logOut', {}, params),
    },
    items: {
      find: (params: CallParams) => ask('listItems', {}, params),
      create: (data: unknown, params: CallParams) => ask('addItem', data, params),
      remove: (itemId: NullableId, params: CallParams) => ask('removeItem', { itemId }, params),
    },
    bids: {
      create: (data: unknown, params: CallParams) => ask('placeBid', data, params),
    },
  };
}
