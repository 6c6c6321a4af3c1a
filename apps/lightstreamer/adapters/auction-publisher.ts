/** Publishes the auction's list on the item of that name while the broker has it subscribed. */

import type { Reply } from '../../../protocol/socket.ts';
import type { EventName, Events, Item } from '../../../shared-ui/auction/contract.ts';
import { AuctionTable } from '../auction-table.ts';
import { AUCTION } from '../items.ts';
import type { DataAdapter } from './data.ts';

/** The list is asked for again after this, when the house could not give it, ms. */
const RETRY_MS = 1_000;

export class AuctionPublisher {
  readonly #askForList: () => Promise<Reply>;
  #table: AuctionTable | null = null;

  /** @param askForList asks the house; never rejects */
  constructor(askForList: () => Promise<Reply>) {
    this.#askForList = askForList;
  }

  /** The item is subscribed at `adapter`: the list is read and published there. */
  begin(adapter: DataAdapter): void {
    // The table asks for the list while it is being made.
    const table: AuctionTable = new AuctionTable({
      update: (isSnapshot, row) => adapter.update(AUCTION, isSnapshot, row),
      endOfSnapshot: () => adapter.endOfSnapshot(AUCTION),
      clearSnapshot: () => adapter.clearSnapshot(AUCTION),
      read: () => queueMicrotask(() => this.#read(table)),
    });
    this.#table = table;
  }

  end(): void {
    this.#table = null;
  }

  /** A change of the house, for all clients. */
  change<Name extends EventName>(event: Name, data: Events[Name]): void {
    this.#table?.change(event, data);
  }

  async #read(table: AuctionTable): Promise<void> {
    const reply = await this.#askForList();
    if (table !== this.#table) return;
    if (reply.ok) table.list(reply as unknown as { items: Item[]; revision: number });
    else setTimeout(() => table === this.#table && this.#read(table), RETRY_MS).unref();
  }
}
