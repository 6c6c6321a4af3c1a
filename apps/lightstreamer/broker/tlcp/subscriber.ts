/** What subscriptions and items know of the session that they belong to. */
import type { Sink } from './item-subscription.ts';
import type { Source } from './outbox.ts';

export interface Subscriber extends Sink {
  readonly id: string;
  readonly user: string | null;
  /** Whether the metadata adapter wants to hear of subscriptions. */
  readonly wantsTables: boolean;
  /** Takes out what waits of an item: it is not subscribed any more. */
  forget(source: Source): void;
  /** Sends what waits. */
  flush(): void;
}
