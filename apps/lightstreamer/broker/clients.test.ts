/** The vendor's client library on the broker: the version that the app has, and one of the generation before it. */
import { createRequire } from 'node:module';
import { startTrialBroker, type TrialBroker } from './testing/trial-broker.ts';

interface Client {
  connectionOptions: { setForcedTransport(name: string): void };
  addListener(listener: object): void;
  connect(): void;
  disconnect(): void;
  subscribe(subscription: Subscription): void;
  sendMessage(text: string, sequence?: string, timeout?: number, listener?: object): void;
}

interface Subscription {
  addListener(listener: object): void;
}

interface Library {
  LightstreamerClient: new (address: string, adapterSet: string) => Client;
  Subscription: new (mode: string, items: string[], fields: string[]) => Subscription;
}

// The libraries never end their timers, and this process must not wait for them.
for (const name of ['setInterval', 'setTimeout'] as const) {
  const original = globalThis[name];
  globalThis[name] = ((...args: Parameters<typeof setTimeout>) => original(...args).unref()) as never;
}

const load = createRequire(import.meta.url);
const TRANSPORTS = ['WS-STREAMING', 'HTTP-STREAMING', 'WS-POLLING', 'HTTP-POLLING'];

let trial: TrialBroker;
let client: Client;

beforeEach(async () => {
  trial = await startTrialBroker();
});

afterEach(async () => {
  client.disconnect();
  await trial.stop();
});

describe.each(['lightstreamer-client-node', 'lightstreamer-client-node-8'])('%s', (name) => {
  const { LightstreamerClient, Subscription } = load(name) as Library;

  test.each(TRANSPORTS)('connects over %s, sends, and gets the adapters’ updates', async (transport) => {
    client = new LightstreamerClient(`http://${trial.address}`, 'OUTCRY');
    client.connectionOptions.setForcedTransport(transport);
    const subscription = new Subscription('MERGE', ['stock'], ['a', 'b', 'c', 'd', 'e']);
    const values: (string | null)[] = [];
    let fail = (_error: Error): void => {};
    let updated = (): void => {};
    const refused = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const refuse = (code: number, message: string) => fail(new Error(`${code} ${message}`));
    const used = new Promise<void>((resolve) => {
      const onStatusChange = (status: string) => status === `CONNECTED:${transport}` && resolve();
      client.addListener({ onStatusChange, onServerError: refuse });
    });
    const subscribed = new Promise<void>((onSubscription) => {
      const onItemUpdate = (update: { getValue(field: string): string | null }) => {
        values.push(update.getValue('a'), update.getValue('e'));
        updated();
      };
      subscription.addListener({ onSubscription, onItemUpdate, onSubscriptionError: refuse });
    });
    client.subscribe(subscription);
    client.connect();
    await Promise.race([Promise.all([subscribed, used]), refused]);

    for (const a of ['|', 'ä']) {
      const update = new Promise<void>((resolve) => {
        updated = resolve;
      });
      const fields = { a, b: '1', c: '1', d: '1', e: '' };
      trial.adapters.says.update('stock', false, new Map(Object.entries(fields)));
      trial.adapters.says.flush();
      await Promise.race([update, refused]);
    }
    const processed = new Promise((onProcessed) => {
      client.sendMessage('this & that\n', 'talk', undefined, { onProcessed });
    });
    await Promise.race([processed, refused]);
    expect(values).toEqual(['|', '', 'ä', '']);
    expect(trial.adapters.messages).toEqual(['this & that\n']);
  });
});
