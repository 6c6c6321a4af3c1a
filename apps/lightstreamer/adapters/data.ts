/** The data adapter: the items that the broker has subscribed to, and their updates. */
import { AUCTION, LOAD, MINE } from '../items.ts';
import { type AriStream, DataProvider } from './sdk.ts';

/** Handlers for subscriptions. Each item is subscribed at most once at a time. */
export interface ItemHandlers {
  subscribed(item: string): void;
  unsubscribed(item: string): void;
}

/** Answers on `requests` and sends updates on `notifications` from now on. */
export class DataAdapter {
  readonly #provider: DataProvider;
  readonly #subscribed = new Set<string>();
  /** Resolves after the first answer to the broker. */
  readonly ready: Promise<void>;

  constructor(requests: AriStream, notifications: AriStream, items: ItemHandlers) {
    const provider = new DataProvider(requests, notifications, (item) => item === AUCTION);
    this.#provider = provider;
    provider.on('subscribe', (item, response) => {
      if (item !== LOAD && item !== AUCTION && !item?.startsWith(`${MINE}:`)) {
        return response.error('There is no such item.', 'subscription');
      }
      response.success();
      this.#subscribed.add(item);
      items.subscribed(item);
    });
    provider.on('unsubscribe', (item, response) => {
      response.success();
      if (this.#subscribed.delete(item)) items.unsubscribed(item);
    });
    this.ready = new Promise((resolve) => {
      provider.on('init', (_request, response) => {
        response.success();
        resolve();
      });
    });
  }

  /** Updates of an item that is not subscribed are not sent. */
  update(item: string, isSnapshot: boolean, values: Record<string, string | null>): void {
    if (this.#subscribed.has(item)) this.#provider.update(item, isSnapshot, values);
  }

  endOfSnapshot(item: string): void {
    if (this.#subscribed.has(item)) this.#provider.endOfSnapshot(item);
  }

  clearSnapshot(item: string): void {
    if (this.#subscribed.has(item)) this.#provider.clearSnapshot(item);
  }
}
