/** The search above the items: what a person types, and the items that have all of its words. */
import ko from 'knockout';
import type { ItemView } from './item-view.ts';

/** Fewer items are seen at a glance. */
const WORTH_SEARCHING = 9;

type Searched = Pick<ItemView, 'name' | 'description' | 'addedBy'>;

export class ItemSearch<View extends Searched> {
  readonly text = ko.observable('');
  readonly #words = ko.pureComputed(() => plain(this.text()).split(/\s+/).filter(Boolean));
  readonly offered = ko.pureComputed(() => this.items().length >= WORTH_SEARCHING || this.text() !== '');
  readonly found = ko.pureComputed(() => {
    const words = this.#words();
    return this.items().filter((item) => {
      const text = plain([item.name, item.description, item.addedBy].join(' '));
      return words.every((word) => text.includes(word));
    });
  });
  readonly foundNothing = ko.pureComputed(() => this.items().length > 0 && this.found().length === 0);
  /** `3 of 32`; the number alone where all are found. */
  readonly count = ko.pureComputed(() => {
    const [found, all] = [this.found().length, this.items().length];
    return found === all ? String(all) : `${found} of ${all}`;
  });

  constructor(private readonly items: () => View[]) {}
}

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
