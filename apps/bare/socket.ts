/**
 * The bare adapter: the platform's own WebSocket, EventSource and fetch. Node 20 has neither of the first two; there it
 * is the client of `ws` and the `eventsource` package.
 */
import { adapterOf } from '../client-kit/adapter.ts';
import { openPolls } from '../client-kit/polls.ts';
import { openRest } from '../client-kit/rest.ts';
import { eventSource, fetchStream, JsonLines, streamSocket } from '../client-kit/streams.ts';
import { openWebSocket } from '../client-kit/web-socket.ts';

/** From the beginning of one poll to the next, transport `polling`. */
const POLL_MS = 200;

const openEvents = eventSource(async () => (await import('eventsource')).EventSource);
const openLines = fetchStream(() => new JsonLines());

export default adapterOf('bare', {
  websocket: (base, timeout) => openWebSocket(base, timeout, async () => (await import('ws')).WebSocket),
  sse: (base, timeout) => streamSocket('sse', base, timeout, openEvents),
  'http-streaming': (base, timeout) => streamSocket('http-streaming', base, timeout, openLines),
  'long-polling': (base, timeout) => openPolls('long-polling', base, timeout),
  polling: (base, timeout) => openPolls('polling', base, timeout, POLL_MS),
  rest: openRest,
});
