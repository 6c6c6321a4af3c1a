/** A load-test server for the swarm's tests: the verbs that messages need, as JSON lines over TCP. */
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface LinesServer {
  url: string;
  connections(): number;
  stop(): Promise<void>;
}

/** This host's monotonic clock, ms. */
const now = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

/** @param limit connections beyond this many are ended at once */
export async function startLinesServer(limit = Number.POSITIVE_INFINITY): Promise<LinesServer> {
  const streams = new Set<Socket>();
  const send = (stream: Socket, event: string, data: unknown) => {
    if (stream.writable) stream.write(`${JSON.stringify({ event, data })}\n`);
  };
  const receive = (stream: Socket, event: string, data: unknown) => {
    const hops = [now(), now()];
    if (event === 'echo') send(stream, 'echo', { body: data, hops });
    else if (event === 'publish') for (const one of streams) send(one, 'publish', { body: data, hops });
    else if (event === 'request') send(stream, 'reply', { ok: true, body: null, hops });
  };
  const server = createServer((stream) => {
    stream.on('error', () => {}); // a killed worker's connection is reset
    if (streams.size >= limit) return void stream.destroy();
    streams.add(stream);
    send(stream, 'hello', null);
    const lines = createInterface({ input: stream });
    lines.on('error', () => {}); // it repeats the stream's own
    lines.on('line', (line) => {
      const { event, data } = JSON.parse(line);
      receive(stream, event, data);
    });
    stream.once('close', () => streams.delete(stream));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => streams.size,
    stop: async () => {
      for (const stream of streams) stream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
