/** A client that leaves while the framework lets it in does not stay in the count. */
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { CONTROL_PATHS, type Counts } from '../../protocol/control.ts';
import { buildApp } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import { askControl } from '../../setup/apps/places/testing/ask-control.ts';
import { eventually } from '../../system/testing/eventually.ts';

const app = readApp(join(APPS_DIR, 'socket.io-rust'));
const missing = await lacks(app);
if (missing.length > 0) console.warn(`clients that leave ${app.label} are not tested: ${missing.join('; ')}`);
const testHere = missing.length === 0 ? test : test.skip;

/** About two in a thousand leave at the moment that matters. */
const CLIENTS = 10_000;
const AT_ONCE = 16;
/** Connect, an event, disconnect: of Socket.IO's protocol, in one write. */
const PACKETS = ['40', '42["publish",1]', '41'];

async function comeAndGo(port: number): Promise<void> {
  const client = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  await once(client, 'open');
  for (const packet of PACKETS) client.send(packet);
  await new Promise(setImmediate);
  client.terminate();
  await once(client, 'close');
}

testHere('clients that leave as they come are all gone afterwards', async () => {
  await buildApp(app);
  const server = await startServer(app);
  try {
    const lane = async (): Promise<void> => {
      for (let left = CLIENTS / AT_ONCE; left > 0; left--) await comeAndGo(server.port);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    await eventually(
      async () => (await askControl<Counts>(server, CONTROL_PATHS.counts)).connections === 0,
      'no connection was counted',
    );
  } finally {
    await server.stop();
  }
});
