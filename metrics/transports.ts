/** The transports Outcry knows by name; `app.json` maps each to the framework's own name for it. */
export const TRANSPORTS = [
  'websocket',
  'sse',
  'http-streaming',
  'long-polling',
  'polling',
  'ws-polling',
  'rest',
] as const;

export type Transport = (typeof TRANSPORTS)[number];
