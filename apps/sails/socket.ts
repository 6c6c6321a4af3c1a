/** The Sails adapter: Sails' own client, in browsers and in Node. */
import { adapterOf } from '../../kits/client/adapter.ts';
import { openSocket } from './sails-socket.ts';

export default adapterOf('sails', {
  websocket: openSocket('websocket'),
  'long-polling': openSocket('polling'),
});
