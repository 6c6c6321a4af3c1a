/** A card per graph: the drawing, and the files it can be had as. */
import type Highcharts from 'highcharts';
import ko from 'knockout';
import type { Graph } from '../model/graphs.ts';
import { drawChart, exportChart, heightOf } from './chart-view.ts';
import type { ChartsPage } from './charts-page.ts';
import { download, graphCsv, graphJson } from './files.ts';

export class GraphCard {
  chart: Highcharts.Chart | null = null;
  readonly graph: ko.PureComputed<Graph | null>;
  readonly present: ko.PureComputed<boolean>;
  readonly title: ko.PureComputed<string>;
  readonly saveText: ko.PureComputed<string>;

  constructor(
    readonly id: string,
    readonly page: ChartsPage,
  ) {
    this.graph = ko.pureComputed(() => page.graphs().find((graph) => graph.id === id) ?? null);
    this.present = ko.pureComputed(() => this.graph() !== null);
    this.title = ko.pureComputed(() => this.graph()?.title ?? '');
    this.saveText = ko.pureComputed(() => `Save: ${this.title()}`);
  }

  readonly png = () => this.#picture('png');
  readonly svg = () => this.#picture('svg');
  readonly csv = () => this.#text('csv', 'text/csv', graphCsv);
  readonly json = () => this.#text('json', 'application/json', graphJson);

  #picture(type: 'png' | 'svg'): void {
    if (this.chart)
      void exportChart(this.chart, type, `outcry-${this.id}`, [...this.page.origin(), ...this.page.notices()]);
  }

  #text(extension: string, type: string, write: (graph: Graph, notices: string[]) => string): void {
    const graph = this.graph();
    if (graph) download(`outcry-${this.id}.${extension}`, type, write(graph, this.page.notices()));
  }
}

/** The input of the binding `chart`: a card, or a claim's chart. */
export type Drawn = Pick<GraphCard, 'chart' | 'page'> & { graph: () => Graph | null };

/** `chart: card` draws the card's graph into the element when it is its turn, and again whenever it or the theme changes. */
ko.bindingHandlers.chart = {
  init(element: HTMLElement, valueAccessor: () => Drawn) {
    const card = valueAccessor();
    ko.utils.domNodeDisposal.addDisposeCallback(element, () => remove(card));
  },
  update(element: HTMLElement, valueAccessor: () => Drawn) {
    const card = valueAccessor();
    const graph = card.graph();
    const theme = card.page.theme();
    if (graph === null) {
      remove(card);
      return;
    }
    // Content below must not move when the chart comes.
    element.style.minHeight = `${heightOf(graph)}px`;
    card.page.drawings.add(card, () => {
      card.chart?.destroy();
      card.chart = drawChart(element, graph, theme);
    });
  },
};

function remove(card: Drawn): void {
  card.page.drawings.drop(card);
  card.chart?.destroy();
  card.chart = null;
}
