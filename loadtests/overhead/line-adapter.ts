/** The adapter by which a swarm's clients reach the smallest server: see `line-server.ts`. */
import { connect } from 'node:net';
import type { Adapter, Reply, Socket } from '../../protocol/socket.ts';

type Handler = (data: unknown) => void;

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const stream = connect({ host: hostname, port: Number(port), noDelay: true });
  const handlers = new Map<string, Handler[]>();
  const replies: ((reply: Reply) => void)[] = [];
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const [event, data] = JSON.parse(line);
      if (event === 'reply') replies.shift()?.(data);
      else for (const handler of handlers.get(event) ?? []) handler(data);
    }
  });
  const ended = new Promise<string>((resolve) => stream.once('close', () => resolve('the TCP connection ended')));
  const write = (event: string, data: unknown): void => {
    if (stream.writable) stream.write(`${JSON.stringify([event, data])}\n`);
  };
  const socket: Socket = {
    transport: 'websocket',
    on: (event, handler) => handlers.set(event, [...(handlers.get(event) ?? []), handler]),
    emit: write,
    request: (event, data) => {
      write(event, data);
      const reply = new Promise<Reply>((resolve) => replies.push(resolve)); // they come in order
      return Promise.race([reply, ended.then((reason) => Promise.reject(new Error(reason)))]);
    },
    onClose: (handler) => {
      void ended.then(handler);
    },
    close: async () => {
      stream.destroy();
      await ended;
    },
  };
  return new Promise((resolve, reject) => {
    stream.once('connect', () => resolve(socket)).once('error', reject);
  });
}

/** Over TCP alone; it says `websocket`, since a swarm knows no transport below that. */
const adapter: Adapter = { id: 'floor', transports: ['websocket'], connect: open };

export default adapter;
