/** Keeps what files hold, and says what came of it. */
import type { Finding } from '../../protocol/run-record.ts';
import { RunExistsError } from '../errors.ts';
import type { RunStore } from '../store.ts';
import { type ImportFile, importFiles } from './index.ts';

export interface ImportOutcome {
  /** Ids of the runs that are kept now. */
  taken: string[];
  /** Ids of runs that were kept before; they were left as they are. */
  already: string[];
  /** Sessions of all of them. */
  sessions: string[];
  /** What the runs say against themselves. */
  odd: { id: string; validity: Finding[] }[];
  notes: string[];
}

/** @throws StorageError when a record cannot be written; those before it are kept */
export async function importInto(store: RunStore, files: ImportFile[]): Promise<ImportOutcome> {
  const { runs, notes } = importFiles(files);
  const outcome: ImportOutcome = {
    taken: [],
    already: [],
    sessions: [...new Set(runs.map(({ session }) => session.id))],
    odd: runs.filter(({ validity }) => validity.length > 0).map(({ id, validity }) => ({ id, validity })),
    notes,
  };
  let without = 0;
  for (const run of runs) {
    try {
      outcome.taken.push((await store.add(run)).id);
    } catch (error) {
      if (!(error instanceof RunExistsError)) throw error;
      outcome.already.push(run.id);
      const { resources, wire } = run;
      const figures = resources.serverCpuMedian ?? resources.serverMemoryMax ?? wire.bytes;
      const kept = run.kind === 'imported' && figures !== null ? await store.get(run.id) : null;
      if (kept && JSON.stringify([kept.resources, kept.wire]) !== JSON.stringify([resources, wire])) without++;
    }
  }
  if (without > 0) {
    outcome.notes.push(
      `${without} runs were already kept without these figures taken by hand, and kept records are never changed; to have them, remove the folders of the sessions ${outcome.sessions.join(', ')} and import all files together`,
    );
  }
  return outcome;
}
