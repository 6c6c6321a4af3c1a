/** A table beside its graphs: one of the three bands of the page. */
import ko from 'knockout';
import { NONE } from '../../../metrics/numbers.ts';
import { ratiosId } from '../model/answer-graphs.ts';
import type { Graph } from '../model/graphs.ts';
import { type Column, headsOf, type SectionName } from '../model/layout.ts';
import { nameOf } from '../model/row-texts.ts';
import { cellOf } from '../model/table-cells.ts';
import type { ChartsPage } from './charts-page.ts';
import { GraphCard } from './graph-cards.ts';

/** The cards of graphs. A card stays while its graph is there, so that a chart is drawn anew only when it has changed. */
export function cardsOf(page: ChartsPage, section: Graph['section']) {
  const cards = new Map<string, GraphCard>();
  const cardOf = (id: string): GraphCard => {
    const card = cards.get(id) ?? new GraphCard(id, page);
    cards.set(id, card);
    return card;
  };
  return ko.pureComputed(() =>
    page
      .graphs()
      .filter((graph) => graph.section === section)
      .map(({ id }) => cardOf(id)),
  );
}

/** A band for each answer: its sentences beside its picture. Each stays while there is such an answer. */
export function bandsOf(page: ChartsPage) {
  const bandOf = (index: number) => ({
    page,
    isFirst: index === 0,
    text: ko.pureComputed(() => page.comparing.texts()[index] ?? null),
    card: new GraphCard(ratiosId(index), page),
  });
  const bands: ReturnType<typeof bandOf>[] = [];
  return ko.pureComputed(() => {
    const count = Math.max(1, page.comparing.texts().length);
    while (bands.length < count) bands.push(bandOf(bands.length));
    return bands.slice(0, count);
  });
}

export class Section {
  readonly cards: ko.PureComputed<GraphCard[]>;
  readonly tableId: string;

  constructor(
    readonly name: SectionName,
    readonly page: ChartsPage,
  ) {
    this.tableId = `${name}-table`;
    this.cards = cardsOf(page, name);
  }

  readonly columns = ko.pureComputed(() => {
    const columns = this.page.layout()?.[this.name] ?? [];
    // What no row has is said once below all tables; the figures of the scenario have their place all the same.
    const has = (column: Column) => this.page.entries().some(({ merge }) => cellOf(merge, column).text !== NONE);
    return this.name === 'figures' ? columns : columns.filter(has);
  });
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
    return this.page.entries().map((entry) => ({
      ...nameOf(entry),
      runs: { text: String(entry.merge.runs), why: entry.merge.runIds.join('\n'), strong: false },
      cells: columns.map((column) => cellOf(entry.merge, column)),
    }));
  });
  readonly present = ko.pureComputed(() => this.columns().length > 0 || this.cards().length > 0);

  #sorting({ order, text }: { order: string | null; text: string }) {
    return { by: order, label: text, order: this.page.order };
  }
}
