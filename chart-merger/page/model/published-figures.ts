/** Figures that the studies published, for a look beside what was measured here. */
import ko from 'knockout';
import { groupedFigure, NONE } from '../../../metrics/numbers.ts';
import type { Reference, ReferenceTable } from '../../../records/reference.ts';
import { askApi } from './data-source.ts';

interface PublishedTable {
  title: string;
  source: string;
  columns: string[];
  rows: string[][];
  remarks: string[];
}

function tableOf({ source, method }: Reference, table: ReferenceTable): PublishedTable {
  const anyRemark = table.rows.some(({ remark }) => remark !== null);
  return {
    title: `${table.title} (${table.id})`,
    source: [source.author, source.year, source.title, source.level, source.place].filter(Boolean).join(', '),
    columns: [
      'Framework',
      'Transport',
      ...table.columns.map(({ title, unit }) => (unit ? `${title}, ${unit}` : title)),
      ...(anyRemark ? ['Remark'] : []),
    ],
    rows: table.rows.map(({ label, transport, values, remark }) => [
      label,
      transport ?? NONE,
      ...table.columns.map(({ key }) => groupedFigure(values[key])),
      ...(anyRemark ? [remark ?? ''] : []),
    ]),
    remarks: [method, ...table.remarks],
  };
}

export class PublishedFigures {
  readonly tables = ko.observableArray<PublishedTable>([]);

  /** Without them the page shows all the rest: what goes wrong here is not worth an error. */
  async load(): Promise<void> {
    const references = await askApi<Reference[]>('/api/reference').catch(() => []);
    this.tables(references.flatMap((reference) => reference.tables.map((table) => tableOf(reference, table))));
  }
}
