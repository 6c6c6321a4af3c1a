/** The adapter: the platform's own WebSocket. Node 20 has none; there it is the client of `ws`. */
import { adapterOf } from '../../kits/client/adapter.ts';
import { reconnecting } from '../../kits/client/reconnecting.ts';
import { openWebSocket } from '../../kits/client/web-socket.ts';

const adapter = adapterOf('django-channels', {
  websocket: (base, timeout) => openWebSocket(base, timeout, async () => (await import('ws')).WebSocket),
});

export default reconnecting(adapter);
