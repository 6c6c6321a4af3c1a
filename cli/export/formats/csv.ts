import { tableRows } from '../../../chart-merger/page/model/table-file.ts';
import { toCsv } from '../../../chart-merger/page/view/files.ts';
import { specsOf } from '../../../merge/charts.ts';
import type { Exporter } from '../exporter.ts';

/** The file that the charts page offers. */
export default {
  about: 'the figures of each row, as the charts page saves them',
  write: ({ merges, scenarios }) =>
    toCsv(
      tableRows(
        merges.map((merge) => ({ merge })),
        specsOf(merges),
        scenarios,
      ),
    ),
} satisfies Exporter;
