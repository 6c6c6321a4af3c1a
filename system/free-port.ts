/** A port for a program that has to be told one. */
import { type AddressInfo, createServer } from 'node:net';

/**
 * A port that is free now. It may be taken before it is used.
 * @param host the address of this machine that it is free on
 * @throws Error where this machine has no such address, or no port left
 */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A port that no other program of this machine is given meanwhile. */
export interface HeldPort {
  port: number;
  release(): Promise<void>;
}

/**
 * Takes a port on loopback whose connections go elsewhere before they reach it, such as by a rule of the kernel. Those that do reach it are ended.
 * @throws Error where no port is left
 */
export async function holdPort(): Promise<HeldPort> {
  const server = createServer((socket) => socket.on('error', () => {}).destroy()).unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}
