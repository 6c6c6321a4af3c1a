/** An app that is nowhere on disk, for tests. */
import type { App } from '../manifest.ts';

export function madeUpApp(id: string, change: Partial<App> = {}): App {
  return {
    id,
    label: id.toUpperCase(),
    language: 'none',
    homepage: 'https://example.org',
    features: ['load'],
    verbs: ['echo', 'publish', 'request'],
    transports: {
      websocket: { swarms: ['browser', 'console'], name: 'ws' },
      sse: { swarms: ['browser'], name: 'eventsource' },
      rest: { swarms: ['browser', 'console'], name: 'http', verbs: ['request'] },
    },
    requires: [],
    databases: [],
    build: [],
    start: ['true'],
    warmupSeconds: 3,
    clientPackage: null,
    dir: `/nowhere/${id}`,
    clientVersion: null,
    ...change,
  };
}
