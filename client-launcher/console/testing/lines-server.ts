/** A load-test server for the swarm's tests: the hub behind JSON lines over TCP. */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Hub } from '../../../apps/node-kit/hub.ts';
import type { HubDeadlines } from '../../../protocol/messages.ts';

export interface LinesServer {
  url: string;
  connections(): number;
  stop(): Promise<void>;
}

export async function startLinesServer(
  deadlines: HubDeadlines,
  limit = Number.POSITIVE_INFINITY,
): Promise<LinesServer> {
  const streams = new Set<Socket>();
  const send = (stream: Socket, event: string, data: unknown) => {
    if (stream.writable) stream.write(`${JSON.stringify({ event, data })}\n`);
  };
  const broadcast = (event: string, data: unknown) => {
    for (const stream of streams) send(stream, event, data);
  };
  const hub = new Hub<Socket>({ send, broadcast }, { deadlines });
  const ticking = setInterval(() => hub.tick(), 50);
  const server = createServer((stream) => {
    stream.on('error', () => {}); // a killed worker's connection is reset
    if (streams.size >= limit) return void stream.destroy();
    streams.add(stream);
    hub.connect(stream);
    send(stream, 'hello', null);
    const lines = createInterface({ input: stream });
    lines.on('error', () => {}); // it repeats the stream's own
    lines.on('line', (line) => {
      const { event, data } = JSON.parse(line);
      hub.receive(stream, event, data);
    });
    stream.once('close', () => {
      streams.delete(stream);
      hub.disconnect(stream);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => streams.size,
    stop: async () => {
      clearInterval(ticking);
      for (const stream of streams) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
