/** The vendor's client library, as it is, on the broker: the one that the app has, and one of the generation before it. */
import { createRequire } from 'node:module';
import { startTrialBroker, type TrialBroker } from './testing/trial-broker.ts';

interface Client {
  connectionOptions: { setForcedTransport(name: string): void };
  addListener(listener: object): void;
  connect(): void;
  disconnect(): void;
  getStatus(): string;
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

  test.each(TRANSPORTS)('connects over %s, sends, and hears what the adapters say', async (transport) => {
    client = new LightstreamerClient(`http://${trial.address}`, 'OUTCRY');
    client.connectionOptions.setForcedTransport(transport);
    const values: (string | null)[] = [];
    let heard = (): void => {};
    const heardUpdate = () =>
      new Promise<void>((resolve) => {
        heard = resolve;
      });
    let used = (): void => {};
    const isUsed = new Promise<void>((resolve) => {
      used = resolve;
    });
    const subscription = new Subscription('MERGE', ['stock'], ['a', 'b', 'c', 'd', 'e']);
    const subscribed = new Promise<void>((resolve, reject) => {
      subscription.addListener({
        onSubscription: resolve,
        onSubscriptionError: (code: number, message: string) => reject(new Error(`${code} ${message}`)),
        onItemUpdate: (update: { getValue(field: string): string | null }) => {
          values.push(update.getValue('a'), update.getValue('e'));
          heard();
        },
      });
    });
    const refused = new Promise<never>((_, reject) => {
      client.addListener({
        onStatusChange: (status: string) => status === `CONNECTED:${transport}` && used(),
        onServerError: (code: number, message: string) => reject(new Error(`${code} ${message}`)),
      });
    });
    client.subscribe(subscription);
    client.connect();
    await Promise.race([Promise.all([subscribed, isUsed]), refused]);

    const value = (a: string, e: string) => new Map(Object.entries({ a, b: '1', c: '1', d: '1', e }));
    for (const a of ['|', 'ä']) {
      const update = heardUpdate();
      trial.adapters.says.update('stock', false, value(a, ''));
      trial.adapters.says.flush();
      await Promise.race([update, refused]);
    }
    const processed = new Promise((resolve) => {
      client.sendMessage('this & that\n', 'talk', undefined, { onProcessed: () => resolve('processed') });
    });
    await Promise.race([processed, refused]);
    expect(values).toEqual(['|', '', 'ä', '']);
    expect(trial.adapters.messages).toEqual(['this & that\n']);
  });
});
