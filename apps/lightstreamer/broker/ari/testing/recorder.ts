import type { Values } from '../../adapters.ts';
import { AdapterServer } from '../ari-server.ts';
import type { AriLimits } from '../limits.ts';
import { Mailbox } from './mailbox.ts';

/** A call that a listener heard: its method's name and arguments, values as an object. */
export type Heard = [string, ...unknown[]];

export interface Recorded {
  readonly server: AdapterServer;
  /** All calls but those of `flush`. */
  readonly heard: Mailbox<Heard>;
  readonly logged: Mailbox<string>;
  /** The number of calls of `flush`. */
  flushes(): number;
  /** Resolves when adapters are connected. */
  connected(): Promise<unknown>;
}

/** An Adapter Set named OUTCRY on free ports, with a listener that keeps what it hears. */
export async function record(limits: Partial<AriLimits> = {}): Promise<Recorded> {
  const heard = new Mailbox<Heard>();
  const logged = new Mailbox<string>();
  let flushes = 0;
  const server = new AdapterServer('OUTCRY', (sentence) => logged.put(sentence), { closeMillis: 200, ...limits });
  const data = {
    update: (item: string, isSnapshot: boolean, values: Values) =>
      heard.put(['update', item, isSnapshot, Object.fromEntries(values)]),
    endOfSnapshot: (item: string) => heard.put(['endOfSnapshot', item]),
    clearSnapshot: (item: string) => heard.put(['clearSnapshot', item]),
    flush: () => {
      flushes += 1;
    },
  };
  server.listen(data, () => heard.put(['gone']));
  await server.open();
  const connected = () => logged.takeUntil((sentence) => sentence === 'the adapters are connected');
  return { server, heard, logged, flushes: () => flushes, connected };
}
