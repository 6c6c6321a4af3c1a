/** The driver's process: listens on a port that the kernel chooses, and says which. */
import type { AddressInfo } from 'node:net';
import { FirefoxDriver } from './driver.ts';

const server = new FirefoxDriver().server();
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on 127.0.0.1:${(server.address() as AddressInfo).port}`);
});
