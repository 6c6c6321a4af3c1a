/** A made-up Selenium Grid: its queue, its status, and nodes with one slot each, some of which it starts for requests in its queue. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface MadeUpGridOptions {
  /** Nodes that are up from the beginning. */
  nodes: number;
  /** Nodes that it starts once there are as many requests in its queue, 0: none. */
  starts: number;
  /** The host that its nodes say they are on. */
  nodesOn?: string;
}

export interface MadeUpGrid {
  url: string;
  /** Requests in its queue. */
  queued(): number;
  /** Sessions that are open. */
  open(): number;
  close(): Promise<void>;
}

const answer = (response: ServerResponse, value: unknown): void => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ value }));
};

export async function startMadeUpGrid({ nodes, starts, nodesOn = 'node' }: MadeUpGridOptions): Promise<MadeUpGrid> {
  const [sessions, queue] = [new Set<string>(), [] as ServerResponse[]];
  let [up, number] = [nodes, 0];
  const serve = (): void => {
    while (sessions.size < up && queue.length > 0) {
      number += 1;
      sessions.add(String(number));
      answer(queue.shift()!, {
        sessionId: String(number),
        capabilities: { browserName: 'firefox', browserVersion: '140.0' },
      });
    }
  };
  const request = (response: ServerResponse): void => {
    queue.push(response);
    serve();
    if (queue.length !== starts || up > nodes) return;
    up += starts;
    setImmediate(serve);
  };
  const sessionOf = (node: number) => {
    const sessionId = [...sessions][node];
    return sessionId === undefined ? null : { sessionId, uri: `http://${nodesOn}:5555` };
  };
  const status = () => ({
    ready: up > 0,
    nodes: Array.from({ length: up }, (_, node) => ({
      availability: 'UP',
      maxSessions: 1,
      slots: [{ session: sessionOf(node), stereotype: { browserName: 'firefox' } }],
    })),
  });
  const server = createServer((incoming, response) => {
    incoming.resume();
    const [, what, session = ''] = incoming.url!.split('/');
    if (what === 'status') return answer(response, status());
    if (session === '') return request(response);
    if (incoming.method === 'DELETE' && sessions.delete(session)) setImmediate(serve);
    answer(response, null);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queued: () => queue.length,
    open: () => sessions.size,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
