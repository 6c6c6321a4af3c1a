/** Tables while a session is still running: after its first run, and after its first round. */
import type { EventEmitter } from 'node:events';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { mergeRuns } from '../merge/index.ts';
import { noticesOf } from '../merge/notices.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import type { ScenarioAbout } from '../protocol/scenario-charts.ts';
import type { Say } from './output.ts';
import { mergeTable } from './tables.ts';

/** Says them with `say`. A search, whose steps are no rounds, has the first alone; a session of one run has none. */
export function sayFirstTables(events: EventEmitter<SessionEvents>, scenarios: ScenarioAbout[], say: Say): void {
  const records: RunRecord[] = [];
  let planned: number | null = 1;
  let roundShown = false;
  const show = (title: string): void => {
    const merges = mergeRuns(records);
    // Each notice is said by itself, with the first record that has it.
    say(`\n${title}\n${mergeTable(merges, scenarios, new Set(noticesOf(merges)))}\n`);
  };
  events.on('step', ({ run, of }) => {
    planned = of;
    if (run.repetition === 1 || roundShown) return;
    roundShown = true;
    if (records.length > 1) show('After the first round:');
  });
  events.on('record', (record) => {
    records.push(record);
    if (records.length === 1 && planned !== 1) show('The first run:');
  });
}
