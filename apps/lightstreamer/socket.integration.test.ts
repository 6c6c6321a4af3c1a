/** The app's client on the vendor's libraries: the ones that it has, and those of the generation before, which older brokers need. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Adapter, Socket, Transport } from '../../protocol/socket.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { startTrialApp, type TrialApp } from './testing/trial-app.ts';

const HERE = import.meta.dirname;
const WITH_REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

// The libraries never end their timers, and this process must not wait for them.
for (const name of ['setInterval', 'setTimeout'] as const) {
  const original = globalThis[name];
  globalThis[name] = ((...args: Parameters<typeof setTimeout>) => original(...args).unref()) as never;
}

let folder: string;
let app: TrialApp;
const sockets: Socket[] = [];

/** The adapter as it is bundled for Node.js, with `library` in the place of the one that package.json names. */
async function adapterOn(library: string): Promise<Adapter> {
  const outfile = join(folder, `${library}.mjs`);
  await build({
    entryPoints: [join(HERE, 'socket.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: { js: WITH_REQUIRE },
    external: ['bufferutil', 'utf-8-validate'],
    logLevel: 'silent',
    plugins: [
      {
        name: 'library',
        setup(bundle) {
          const place = { resolveDir: HERE, kind: 'import-statement' } as const;
          bundle.onResolve({ filter: /^#lightstreamer-client$/ }, () => bundle.resolve(library, place));
        },
      },
    ],
  });
  return ((await import(pathToFileURL(outfile).href)) as { default: Adapter }).default;
}

const heard = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.on(event, resolve));

beforeAll(() => {
  folder = temporaryFolder();
});

beforeEach(async () => {
  app = await startTrialApp();
});

afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
  await app.stop();
});

describe.each(['lightstreamer-client-node', 'lightstreamer-client-node-8'])('on %s', (library) => {
  let adapter: Adapter;

  beforeAll(async () => {
    adapter = await adapterOn(library);
  });

  async function connect(transport: Transport): Promise<Socket> {
    const socket = await adapter.connect(app.url, { transport });
    sockets.push(socket);
    return socket;
  }

  test.each(['websocket', 'http-streaming', 'ws-polling', 'polling'] as const)(
    'clients meet over %s, hear each other, and of clients that leave',
    async (transport) => {
      const [ann, bob] = [await connect(transport), await connect(transport)];
      expect(ann.transport).toBe(transport);
      expect(await ann.request('join', { name: 'Ann' })).toEqual({ ok: true, names: ['Ann'] });
      expect(await bob.request('join', { name: 'Bob' })).toEqual({ ok: true, names: ['Ann', 'Bob'] });
      const published = heard(bob, 'publish');
      ann.emit('publish', 'a & b %\n');
      expect(await published).toMatchObject({ body: 'a & b %\n' });
      const left = heard(bob, 'left');
      await ann.close();
      expect(await left).toEqual({ name: 'Ann', body: null, hops: expect.anything() });
    },
  );

  test('the auction house’s list and its changes are rows', async () => {
    const ann = await connect('websocket');
    expect(await ann.request('register', { name: 'Ann', password: 'correct horse' })).toMatchObject({ ok: true });
    const added = heard(ann, 'itemAdded');
    const lamp = { name: 'a lamp', description: '', minimumPrice: 5 };
    expect(await ann.request('addItem', lamp)).toMatchObject({ ok: true });
    expect(await added).toMatchObject({ item: { name: 'a lamp', addedBy: 'Ann' } });
    expect(await ann.request('listItems', {})).toMatchObject({ ok: true, items: [{ name: 'a lamp' }] });
  });
});
