/** One item on the page: what is known of it, the bid being typed, and its removal. */
import ko from 'knockout';
import type { Ask } from './account.ts';
import type { Item } from './contract.ts';
import { Form, refusal } from './form.ts';
import { formatMoney, parseMoney } from './money.ts';

export class ItemView {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly addedBy: string;
  readonly minimumPrice: string;
  readonly #item;

  readonly leadingBid = ko.pureComputed(() => {
    const { leadingBid } = this.#item();
    return leadingBid === null ? null : formatMoney(leadingBid);
  });
  readonly leadingBidder = ko.pureComputed(() => this.#item().leadingBidder);
  readonly bids = ko.pureComputed(() => this.#item().bids);
  readonly isMine = ko.pureComputed(() => this.addedBy === this.user());
  readonly leads = ko.pureComputed(() => this.leadingBid() !== null && this.leadingBidder() === this.user());
  /** The user of this page who led last: that somebody else leads now stays in sight. */
  readonly #led = ko.observable<string | null>(null);
  readonly outbid = ko.pureComputed(() => this.user() !== null && this.#led() === this.user() && !this.leads());
  readonly bidHint = ko.pureComputed(() =>
    this.leadingBid() === null ? `${this.minimumPrice} or more` : `More than ${this.leadingBid()}`,
  );

  readonly bidForm = new Form(['amount']);
  readonly removal = new Form([]);
  /** True while the page asks the person to confirm the removal. */
  readonly removing = ko.observable(false);
  /** True when the button that comes next is where the person should be. */
  readonly wantsFocus = ko.observable(false);
  /** Grows with each change, for the page to show where something happened. */
  readonly changes = ko.observable(0);

  constructor(
    item: Item,
    private readonly user: ko.Observable<string | null>,
    private readonly ask: Ask,
  ) {
    this.#item = ko.observable(item);
    this.id = item.id;
    this.name = item.name;
    this.description = item.description;
    this.addedBy = item.addedBy;
    this.minimumPrice = formatMoney(item.minimumPrice);
  }

  /** Takes over how the item stands; only its bids can change. */
  update(item: Item): void {
    const { bids } = this.#item();
    if (this.leads()) this.#led(this.user());
    this.#item(item);
    if (item.bids !== bids) this.changes(this.changes() + 1);
  }

  async bid(): Promise<void> {
    const { amount } = this.bidForm.fields;
    const reply = await this.bidForm.submit(() => {
      const money = parseMoney(amount.value());
      if ('problem' in money) return refusal('amount', money.problem);
      return this.ask('placeBid', { itemId: this.id, amount: money.cents });
    });
    if (reply !== null) this.bidForm.clear();
  }

  askToRemove(): void {
    this.removal.forget();
    this.#swap(true);
  }

  keep(): void {
    this.#swap(false);
  }

  /** The item goes from the page when the server tells everybody. */
  async remove(): Promise<void> {
    const reply = await this.removal.submit(() => this.ask('removeItem', { itemId: this.id }));
    if (reply === null) this.#swap(false);
  }

  #swap(removing: boolean): void {
    this.wantsFocus(true);
    this.removing(removing);
  }
}
