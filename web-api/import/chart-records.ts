/** Makes the records of the runs of one file in study A's format: what one run does not say, the file and its other runs may. */

import type { Transport } from '../../metrics/transports.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ChartRun } from './charts.ts';
import { clientsNamed, planKey, plansOf, STUDY_A } from './plan-of-counts.ts';
import { frameworkNamed, transportNamed } from './read-names.ts';
import { recordOf, totalsOf } from './study-a.ts';

/** Counts occurrences: 1 for the first of a key. */
export function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

const ASSUMED = 'Neither the file nor its name says which transport this is; websocket is assumed.';

/** @returns one record per run, in their order, and what is odd about all of them */
export function chartRecords(file: string, runs: ChartRun[]): { records: RunRecord[]; notes: string[] } {
  const repetitions = counter();
  const copies = counter();
  const names = runs.map((run) => frameworkNamed(run.framework));
  const fromFile = transportNamed(
    file,
    names.map(({ label }) => label),
  );
  const transports = names.map(({ transport }): Transport => transport ?? fromFile ?? 'websocket');
  const plans = plansOf(
    runs.map((run, i) => ({ of: `${names[i]!.id} ${transports[i]}`, totals: totalsOf(run) })),
    clientsNamed(file),
  );
  const records = runs.map((run, i) => {
    const framework = names[i]!;
    const transport = transports[i]!;
    const plan = plans[i]!;
    return recordOf(run, {
      ...{ file, framework, transport, plan },
      assumed: framework.transport === null && fromFile === null ? ASSUMED : null,
      repetition: repetitions(`${framework.id} ${transport} ${planKey(plan.identity)}`),
      copy: copies(`${transport} ${JSON.stringify(run)}`) - 1,
    });
  });
  const unnamed = names.filter(({ transport }) => transport === null).length;
  const unplanned = plans.filter((plan) => plan !== STUDY_A).length;
  return { records, notes: [...transportNote(unnamed, fromFile), ...planNote(unplanned)] };
}

function transportNote(runs: number, fromFile: Transport | null): string[] {
  if (runs === 0) return [];
  if (fromFile !== null) return [`the transport of ${runs} runs, ${fromFile}, is read from the file's name`];
  return [
    `${runs} runs: the transport is assumed to be websocket; name the file after it to say so, or the series, such as "NAME SSE", where a file mixes transports`,
  ];
}

function planNote(runs: number): string[] {
  if (runs === 0) return [];
  return [
    `${runs} runs: the counts are not those of study A's plan, and the file does not say what was planned; a name such as "1000 clients.json" tells how many clients there were`,
  ];
}
