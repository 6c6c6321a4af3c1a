/** A table beside its graphs: one of the three bands of the page. */
import ko from 'knockout';
import type { ChartsPage } from './charts-page.ts';
import { GraphCard } from './graph-cards.ts';
import { headsOf, type SectionName } from './layout.ts';
import { nameOf } from './rows.ts';
import { cellOf } from './table-cells.ts';

export class Section {
  /** Cards stay while their graph is there, so that a chart is drawn anew only when it has changed. */
  readonly #cards = new Map<string, GraphCard>();
  readonly tableId: string;
  readonly headingId: string;

  constructor(
    readonly name: SectionName,
    readonly page: ChartsPage,
  ) {
    this.tableId = `${name}-table`;
    this.headingId = `${name}-heading`;
  }

  readonly columns = ko.pureComputed(() => this.page.layout()?.[this.name] ?? []);
  readonly heads = ko.pureComputed(() => {
    const { upper, lower, rows } = headsOf(this.columns());
    const withOrder = (heads: typeof upper) => heads.map((head) => ({ ...head, sorting: this.#sorting(head) }));
    return { upper: withOrder(upper), lower: withOrder(lower), rows };
  });
  readonly upper = ko.pureComputed(() => this.heads().upper);
  readonly lower = ko.pureComputed(() => this.heads().lower);
  readonly headRows = ko.pureComputed(() => this.heads().rows);
  readonly rows = ko.pureComputed(() => {
    const columns = this.columns();
    return this.page.entries().map((entry, index) => ({
      ...nameOf(entry),
      runs: { text: String(entry.merge.runs), why: entry.merge.runIds.join('\n'), strong: false },
      cells: columns.map((column) => cellOf(entry.merge, column)),
      verdict: this.page.verdicts()?.cells[index] ?? null,
    }));
  });
  readonly cards = ko.pureComputed(() =>
    this.page
      .graphs()
      .filter(({ section }) => section === this.name)
      .map(({ id }) => this.#card(id)),
  );
  readonly present = ko.pureComputed(() => this.columns().length > 0 || this.cards().length > 0);
  readonly hasColumns = ko.pureComputed(() => this.columns().length > 0);

  #sorting({ order, text }: { order: string | null; text: string }) {
    return { by: order, label: text, order: this.page.order };
  }

  #card(id: string): GraphCard {
    const known = this.#cards.get(id) ?? new GraphCard(id, this.page);
    this.#cards.set(id, known);
    return known;
  }
}
