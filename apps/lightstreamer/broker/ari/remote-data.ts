/** A data adapter at the other end of two streams: requests and answers on one, events on the other. */

import type { DataAdapter, DataListener, Values } from '../adapters.ts';
import { type AdapterConnection, AdapterFailure } from './adapter-connection.ts';
import { decodeString, type LineTokens } from './codec.ts';
import type { CountedLog } from './counted-log.ts';
import { ItemSubscriptions } from './item-subscriptions.ts';
import type { AriLimits } from './limits.ts';
import { readRefusal } from './refusals.ts';
import { RemoteAdapter } from './remote-adapter.ts';

export interface DataReports {
  stray(): void;
  /** Events of a subscription that has ended. */
  late: CountedLog;
  /** Events in a form that this broker does not read. */
  unreadable: CountedLog;
}

export class RemoteData extends RemoteAdapter implements DataAdapter {
  readonly #setName: string;
  readonly #reports: DataReports;
  #listener: DataListener | null = null;
  #subscriptions: ItemSubscriptions | null = null;

  constructor(setName: string, limits: AriLimits, reports: DataReports) {
    super('the data adapter', limits, reports.stray);
    this.#setName = setName;
    this.#reports = reports;
  }

  listen(listener: DataListener): void {
    this.#listener = listener;
  }

  /** Initialises the adapter on two new streams. @param overdue called when the adapter is late with an answer */
  begin(
    requestStream: AdapterConnection,
    notificationStream: AdapterConnection,
    overdue: (reason: string) => void,
  ): Promise<void> {
    const names = [
      ['adapters_conf.id', this.#setName],
      ['data_provider.name', 'DEFAULT'],
    ] as const;
    const { requests, accepted } = this.initialise('DPI', names, [requestStream, notificationStream], overdue);
    this.#subscriptions = new ItemSubscriptions(requests, this.limits.waitingRequests);
    return accepted;
  }

  async subscribe(item: string): Promise<void> {
    this.requests.check();
    return this.#subscriptions!.subscribe(item);
  }

  async unsubscribe(item: string): Promise<void> {
    this.requests.check();
    return this.#subscriptions!.unsubscribe(item);
  }

  /** A line of the notification stream. @throws AriError, AdapterFailure */
  notified(tokens: LineTokens): void {
    switch (tokens.method) {
      case 'UD3':
        this.#update(tokens);
        break;
      case 'EOS':
        this.#about(tokens, (item, listener) => listener.endOfSnapshot(item));
        break;
      case 'CLS':
        this.#about(tokens, (item, listener) => listener.clearSnapshot(item));
        break;
      case 'FAL': {
        const failure = readRefusal(tokens);
        if (failure === null) throw tokens.wrong('an exception is expected');
        throw new AdapterFailure(`the data adapter failed: ${failure.message}`);
      }
      case 'UD1':
      case 'UD2':
        this.#reports.unreadable.count();
        break;
      default:
        throw tokens.wrong('its method is no notification');
    }
  }

  /** The listener has got all that a chunk of the notification stream brought. */
  flush(): void {
    this.#listener?.flush();
  }

  #update(tokens: LineTokens): void {
    const item = this.#readItem(tokens);
    if (item === null) return;
    const isSnapshot = tokens.boolean('whether it is a snapshot');
    const values = readFields(tokens);
    this.#listener?.update(item, isSnapshot, values);
  }

  #about(tokens: LineTokens, tell: (item: string, listener: DataListener) => void): void {
    const item = this.#readItem(tokens);
    if (item === null) return;
    tokens.end();
    if (this.#listener !== null) tell(item, this.#listener);
  }

  /** Null: the event is late, and the rest of its line is ignored. */
  #readItem(tokens: LineTokens): string | null {
    const encoded = tokens.encoded('S', 'the item');
    const item = this.#subscriptions?.itemOf(tokens.encoded('S', "the subscription's id")) ?? null;
    if (item === null) {
      this.#reports.late.count();
      return null;
    }
    // Nearly always it is encoded as in the request, and need not be decoded.
    if (encoded !== item.encoded && decodeString(encoded, tokens.line, 'the item') !== item.name) {
      throw tokens.wrong("the item is not the one of the subscription's id");
    }
    return item.name;
  }
}

function readFields(tokens: LineTokens): Values {
  const values = new Map<string, string | null>();
  if (tokens.takeEmptyList()) return values;
  while (tokens.more) {
    const name = tokens.text("a field's name");
    values.set(name, tokens.string("a field's value"));
  }
  return values;
}
