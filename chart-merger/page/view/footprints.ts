/** What each app asks of those who load, write and keep it. */
import ko from 'knockout';
import { groupedFigure as whole } from '../../../metrics/numbers.ts';
import type { FootprintRow } from '../../../web-api/footprints.ts';
import { askApi } from '../model/data-source.ts';

export class Footprints {
  readonly columns = [
    'Framework',
    'Framework code, bytes',
    'gzip',
    'Own client code, bytes',
    'gzip',
    'Page, bytes',
    'gzip',
    'Server, lines',
    'Adapter, lines',
    'Packages',
  ];
  readonly rows = ko.observableArray<string[]>([]);

  /** Without them the page shows all the rest: what goes wrong here is not worth an error. */
  async load(): Promise<void> {
    const footprints = await askApi<FootprintRow[]>('/api/footprints').catch(() => []);
    this.rows(
      footprints.map(({ label, client, lines, packages }) => [
        label,
        ...[client.framework, client.own, client.page].flatMap(({ minified, gzip }) => [whole(minified), whole(gzip)]),
        whole(lines.server),
        whole(lines.adapter),
        whole(packages),
      ]),
    );
  }
}
