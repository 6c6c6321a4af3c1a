/** The charts of selected runs as one HTML file: a report, and a page of the published site. */
import { aboutsOf } from '../../loadtests/scenarios/find.ts';
import { counted } from '../../metrics/numbers.ts';
import { unreadableSentences } from '../../records/problems.ts';
import { titleOf } from '../../records/session-title.ts';
import type { SessionSummary } from '../../records/store.ts';
import type { Selected } from '../options/runs-selected.ts';
import type { Say } from './print.ts';

/** The title of a report: of its session, or how many sessions it merges. */
export const reportTitle = (sessions: readonly SessionSummary[]): string =>
  sessions.length === 1 ? titleOf(sessions[0]!) : `${counted(sessions.length, 'session')} merged`;

export async function reportPage({ merges, sessions, unreadable }: Selected, say: Say): Promise<string> {
  const { buildChartsPage } = await import('../../chart-merger/build-page.ts');
  await buildChartsPage(say);
  const { renderReport } = await import('../../chart-merger/report.ts');
  const sentences = unreadableSentences(unreadable, null);
  const meta = { title: reportTitle(sessions), createdAt: new Date().toISOString(), unreadable: sentences };
  return renderReport(merges, await aboutsOf(merges), meta);
}
