/** Figures that the studies published, shown beside what was measured here. */
import ko from 'knockout';

export class PublishedFigures {
  readonly tables = ko.observableArray<{ title: string; source: string; columns: string[]; rows: string[][] }>([]);
  async load(): Promise<void> {}
}
