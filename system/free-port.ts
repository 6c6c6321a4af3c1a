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
