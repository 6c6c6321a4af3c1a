import type { Values } from '../../adapters.ts';
import { type AdapterServer, type ListenOptions, listenForAdapters } from '../ari-server.ts';
import { Mailbox } from './mailbox.ts';

/** What a listener heard: its method's name and arguments, values as an object. */
export type Heard = [string, ...unknown[]];

export interface Recorded {
  readonly server: AdapterServer;
  /** Everything but `flush`. */
  readonly heard: Mailbox<Heard>;
  readonly logged: Mailbox<string>;
  /** How often `flush` was told. */
  flushes(): number;
}

/** An Adapter Set named OUTCRY on free ports, with a listener that keeps what it hears. */
export async function record(limits: ListenOptions['limits'] = {}): Promise<Recorded> {
  const heard = new Mailbox<Heard>();
  const logged = new Mailbox<string>();
  let flushes = 0;
  const server = await listenForAdapters({
    name: 'OUTCRY',
    host: '127.0.0.1',
    log: (sentence) => logged.put(sentence),
    limits: { closeMillis: 200, ...limits },
  });
  server.listen({
    update: (item: string, isSnapshot: boolean, values: Values) =>
      heard.put(['update', item, isSnapshot, Object.fromEntries(values)]),
    endOfSnapshot: (item: string) => heard.put(['endOfSnapshot', item]),
    clearSnapshot: (item: string) => heard.put(['clearSnapshot', item]),
    flush: () => {
      flushes += 1;
    },
    gone: (reason: string) => heard.put(['gone', reason]),
    back: () => heard.put(['back']),
  });
  return { server, heard, logged, flushes: () => flushes };
}
