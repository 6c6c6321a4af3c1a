import ko from 'knockout';
import type { Ask } from './account.ts';
import { Form, refusal } from './form.ts';
import { parseMoney } from './money.ts';

export class Adding {
  readonly form = new Form(['name', 'description', 'minimumPrice']);
  /** True while the form is unfolded. */
  readonly open = ko.observable(true);

  constructor(private readonly ask: Ask) {}

  async add(): Promise<void> {
    const { name, description, minimumPrice } = this.form.fields;
    const reply = await this.form.submit(() => {
      if (name.value().trim() === '') return refusal('name', 'Give the item a name.');
      const money = parseMoney(minimumPrice.value());
      if ('problem' in money) return refusal('minimumPrice', money.problem);
      return this.ask('addItem', {
        name: name.value(),
        description: description.value(),
        minimumPrice: money.cents,
      });
    });
    if (reply === null) return;
    this.form.clear();
    name.focus();
  }
}
