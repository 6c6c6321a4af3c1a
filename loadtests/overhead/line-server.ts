/**
 * The smallest server that a swarm's clients can be measured against, as a process: JSON, a line each, over TCP. It knows the verbs that a
 * message scenario needs and checks nothing. Started with an IPC channel, on which it says its port.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

type Line = [event: string, data: unknown];

/** This host's monotonic clock, ms, to the microsecond. */
const now = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

const streams = new Set<Socket>();
const send = (stream: Socket, line: Line): void => {
  stream.write(`${JSON.stringify(line)}\n`);
};

function receive(stream: Socket, [event, body]: Line): void {
  const received = now();
  if (event === 'request') send(stream, ['reply', { ok: true, body: null, hops: [received, now()] }]);
  else
    for (const one of event === 'publish' ? streams : [stream]) send(one, [event, { body, hops: [received, now()] }]);
}

const server = createServer({ noDelay: true }, (stream) => {
  let rest = '';
  streams.add(stream);
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) receive(stream, JSON.parse(line));
  });
  stream.on('error', () => {}).on('close', () => streams.delete(stream));
});

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
