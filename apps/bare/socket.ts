/**
 * The bare adapter: the platform's own WebSocket, EventSource and fetch. Node 20 has neither of the first two; there it
 * is the client of `ws` and the `eventsource` package.
 */
import { adapterOf } from '../../kits/client/adapter.ts';
import { openPolls } from '../../kits/client/polls.ts';
import { reconnecting } from '../../kits/client/reconnecting.ts';
import { openRest } from '../../kits/client/rest.ts';
import { eventSource, fetchStream, Lines, streamSocket } from '../../kits/client/streams.ts';
import { openWebSocket } from '../../kits/client/web-socket.ts';

/** The time from the start of one poll to the next, ms, transport `polling`. */
const POLL_MS = 200;

const openEvents = eventSource(async () => (await import('eventsource')).EventSource);
const openLines = fetchStream(() => new Lines());

const adapter = adapterOf('bare', {
  websocket: (base, timeout) => openWebSocket(base, timeout, async () => (await import('ws')).WebSocket),
  sse: (base, timeout) => streamSocket('sse', base, timeout, openEvents),
  'http-streaming': (base, timeout) => streamSocket('http-streaming', base, timeout, openLines),
  'long-polling': (base, timeout) => openPolls('long-polling', base, timeout),
  polling: (base, timeout) => openPolls('polling', base, timeout, POLL_MS),
  rest: openRest,
});

export default reconnecting(adapter);
