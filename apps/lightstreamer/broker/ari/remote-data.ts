/** A data adapter at the other end of two streams: requests and answers on one, events on the other. */

import type { DataAdapter, DataListener, Values } from '../adapters.ts';
import { AdapterGone } from '../adapters.ts';
import { type AdapterConnection, AdapterFailure } from './adapter-connection.ts';
import { decodeString, type LineTokens } from './codec.ts';
import { initialise } from './initialise.ts';
import { ItemSubscriptions } from './item-subscriptions.ts';
import type { AriLimits } from './limits.ts';
import type { OftenSaid } from './often-said.ts';
import { readRefusal } from './refusals.ts';
import { Requests } from './requests.ts';

export interface DataReports {
  stray(id: string): void;
  /** Events that came for a subscription that has ended. */
  late: OftenSaid;
  /** Events in one of the forms this broker does not read. */
  unreadable: OftenSaid;
}

export class RemoteData implements DataAdapter {
  readonly #setName: string;
  readonly #dataName: string;
  readonly #limits: AriLimits;
  readonly #reports: DataReports;
  #listener: DataListener | null = null;
  #requests: Requests | null = null;
  #subscriptions: ItemSubscriptions | null = null;
  #ready = false;

  constructor(setName: string, dataName: string, limits: AriLimits, reports: DataReports) {
    this.#setName = setName;
    this.#dataName = dataName;
    this.#limits = limits;
    this.#reports = reports;
  }

  get ready(): boolean {
    return this.#ready;
  }

  listen(listener: DataListener): void {
    this.#listener = listener;
  }

  /** Takes two new streams into use. Rejects when their adapter does not get through the initialisation. */
  async begin(requestStream: AdapterConnection, notificationStream: AdapterConnection): Promise<void> {
    const requests = new Requests(requestStream, 'the data adapter', this.#limits, this.#reports.stray);
    this.#requests = requests;
    this.#subscriptions = new ItemSubscriptions(requests, this.#limits);
    const names = [
      ['adapters_conf.id', this.#setName],
      ['data_provider.name', this.#dataName],
    ] as const;
    await initialise(requests, 'DPI', names, this.#limits, [requestStream, notificationStream]);
    if (this.#requests === requests) this.#ready = true;
  }

  /** One of its connections ended. */
  end(reason: string): void {
    this.#ready = false;
    this.#subscriptions?.end(reason);
    this.#requests?.end(reason);
    this.#subscriptions = null;
    this.#requests = null;
  }

  async subscribe(item: string): Promise<void> {
    return this.#connected().subscribe(item);
  }

  async unsubscribe(item: string): Promise<void> {
    return this.#connected().unsubscribe(item);
  }

  /** A line of the request stream. @throws AriError */
  answered(tokens: LineTokens): void {
    this.#requests?.answer(tokens);
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

  /** Everything a chunk of the notification stream brought has been told. */
  flush(): void {
    this.#listener?.flush();
  }

  #connected(): ItemSubscriptions {
    if (!this.#ready || this.#subscriptions === null) throw new AdapterGone('the data adapter is not connected');
    return this.#subscriptions;
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

  /** Null: the event is late. The rest of a late line is not looked at. */
  #readItem(tokens: LineTokens): string | null {
    const encoded = tokens.encoded('S', 'the item');
    const item = this.#subscriptions?.itemOf(tokens.encoded('S', "the subscription's id")) ?? null;
    if (item === null) {
      this.#reports.late.count();
      return null;
    }
    // Nearly always written as the request wrote it, so that nothing has to be decoded.
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
