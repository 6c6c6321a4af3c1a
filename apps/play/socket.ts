/**
 * The Play adapter. Play has no client library: this is the platform's own WebSocket, EventSource, frames and fetch, and what
 * has to be written around them. Node 20 has none of the first three; there it is the client of `ws`, the `eventsource` package,
 * and `script-stream.ts`, which reads what a frame would.
 */
import { adapterOf } from '../../kits/client/adapter.ts';
import { IN_NODE } from '../../kits/client/platform.ts';
import { openPolls } from '../../kits/client/polls.ts';
import { reconnecting } from '../../kits/client/reconnecting.ts';
import { eventSource, fetchStream, streamSocket } from '../../kits/client/streams.ts';
import { openWebSocket } from '../../kits/client/web-socket.ts';
import { openForeverFrame } from './forever-frame.ts';
import { Scripts } from './script-stream.ts';

const openEvents = eventSource(async () => (await import('eventsource')).EventSource);
const openScripts = IN_NODE ? fetchStream(() => new Scripts()) : openForeverFrame;

const adapter = adapterOf('play', {
  websocket: (base, timeout) => openWebSocket(base, timeout, async () => (await import('ws')).WebSocket),
  'http-streaming': (base, timeout) => streamSocket('http-streaming', base, timeout, openScripts),
  sse: (base, timeout) => streamSocket('sse', base, timeout, openEvents),
  'long-polling': (base, timeout) => openPolls('long-polling', base, timeout),
});

export default reconnecting(adapter);
