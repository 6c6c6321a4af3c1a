/** Writes the page with merges in it: one HTML file that needs nothing else, neither server nor network. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Merge } from '../merge/types.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import type { ReportData, ReportMeta } from './page/model/data-source.ts';
import { withData } from './single-file.ts';

const DIST = fileURLToPath(new URL('./dist', import.meta.url));

/**
 * The charts and tables of `merges` as the text of an HTML file.
 * @param scenarios those that are known, for the tables and graphs they are shown in
 * @param dist the folder of the built page
 * @throws OutcryError (something is missing) when the page has not been built
 */
export function renderReport(
  merges: Merge[],
  scenarios: ScenarioAbout[],
  meta: ReportMeta,
  dist: string = DIST,
): string {
  const template = join(dist, 'report.html');
  if (!existsSync(template)) {
    throw new OutcryError(
      'the report page has not been built; build it with: npx vite build -c chart-merger/vite.config.ts',
      EXIT.missing,
    );
  }
  const data: ReportData = { meta, merges, scenarios };
  return withData(readFileSync(template, 'utf8'), data);
}
