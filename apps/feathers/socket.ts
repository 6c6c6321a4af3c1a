/** The Feathers adapter: Feathers' own clients for Socket.IO and for REST, in browsers and in Node. */
import { adapterOf } from '../../kits/client/adapter.ts';
import { openSocket } from './feathers-socket.ts';
import { openRest } from './rest-client.ts';

export default adapterOf('feathers', {
  websocket: openSocket('websocket'),
  'long-polling': openSocket('polling'),
  rest: openRest,
});
