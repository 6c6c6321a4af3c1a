/** The server dies, and before anybody can look, a stranger listens on its port. */
import { createServer, type Server } from 'node:net';
import { type Fault, isInvalid, justNow } from '../fault.ts';
import { serverOf } from '../session-server.ts';

/** Resolves when `stranger` has the port, which the kernel may give back a moment after the server's end. */
function listenOn(stranger: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    const again = (): void => void stranger.listen(port, '127.0.0.1', resolve);
    stranger.on('error', () => setTimeout(again, 5));
    again();
  });
}

const fault: Fault = {
  name: 'port taken',
  about: 'kill -9 of the server, and a stranger that answers nonsense on its port',
  scenes: ['plain'],
  told: isInvalid,
  missing: () => (process.platform === 'linux' ? null : 'whose port it is can only be seen in /proc'),
  async inject(target) {
    const server = await target.until(() => serverOf(target));
    if (server === null) return null;
    const stranger = createServer((socket) => {
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nnonsense');
    });
    process.kill(server.pid, 'SIGKILL');
    const when = justNow();
    await listenOn(stranger, server.port);
    return { to: `${server.label}, port ${server.port}`, when, repair: () => void stranger.close() };
  },
};

export default [fault];
