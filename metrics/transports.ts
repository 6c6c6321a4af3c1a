/** The transports that Outcry knows by name, one entry each; `app.json` maps each to the framework's own name for it. */

interface TransportFacts {
  /** In tables and sentences. */
  label: string;
  /** Browsers allow more WebSockets to one host than connections for requests. */
  over: 'WebSocket' | 'HTTP';
  /** The most connections that one client holds at once: over HTTP, one to receive on and one to send on. */
  connections: number;
  /**
   * Clients ask again and again for what there is, so that their pace changes how much goes over the wire: `held`,
   * each is answered when there is something; `timed`, at once, with nothing if need be.
   */
  polls: 'held' | 'timed' | null;
  /** Clients stay connected; otherwise each request stands alone. */
  stays: boolean;
}

const ON_HTTP = { over: 'HTTP', connections: 2, polls: null, stays: true } as const;
const ON_WEBSOCKET = { ...ON_HTTP, over: 'WebSocket', connections: 1 } as const;

export const TRANSPORT_ENTRIES = {
  websocket: { ...ON_WEBSOCKET, label: 'WebSocket' },
  sse: { ...ON_HTTP, label: 'server-sent events' },
  'http-streaming': { ...ON_HTTP, label: 'HTTP streaming' },
  'long-polling': { ...ON_HTTP, label: 'long-polling', polls: 'held' },
  polling: { ...ON_HTTP, label: 'polling', polls: 'timed' },
  'ws-polling': { ...ON_WEBSOCKET, label: 'WebSocket polling', polls: 'timed' },
  rest: { ...ON_HTTP, label: 'single requests', stays: false },
} as const satisfies Record<string, TransportFacts>;

export type Transport = keyof typeof TRANSPORT_ENTRIES;

export const TRANSPORTS = Object.keys(TRANSPORT_ENTRIES) as readonly Transport[];
