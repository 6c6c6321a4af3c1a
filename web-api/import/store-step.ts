/** Keeps what files hold, and says what came of it. */
import type { Finding, RunRecord } from '../../protocol/run-record.ts';
import { upgrade } from '../../protocol/upgrade.ts';
import { RunExistsError } from '../errors.ts';
import type { RunStore } from '../store.ts';
import { type Imported, type ImportFile, importFiles } from './index.ts';

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

/** The metrics of figures taken by hand. */
const BY_HAND = ['serverCpu', 'serverMemory', 'wireBytes'];

/** Whether `run` brings figures taken by hand that the kept one does not have. */
function lacks(kept: RunRecord, { metrics }: RunRecord): boolean {
  return BY_HAND.some(
    (name) => metrics[name] !== undefined && JSON.stringify(metrics[name]) !== JSON.stringify(kept.metrics[name]),
  );
}

/** Reads files and keeps what they hold. @throws as {@link keep} */
export async function importInto(store: RunStore, files: ImportFile[]): Promise<ImportOutcome> {
  return await keep(store, importFiles(files));
}

/** @throws StorageError when a record cannot be written; those before it are kept */
export async function keep(store: RunStore, { runs, notes }: Imported): Promise<ImportOutcome> {
  const outcome: ImportOutcome = {
    taken: [],
    already: [],
    sessions: [...new Set(runs.map(({ session }) => session.id))],
    odd: runs.filter(({ validity }) => validity.length > 0).map(({ id, validity }) => ({ id, validity })),
    notes,
  };
  let without = 0;
  const added = await store.addAll(runs);
  for (const [i, run] of runs.entries()) {
    if (!(added[i] instanceof RunExistsError)) {
      outcome.taken.push(run.id);
      continue;
    }
    outcome.already.push(run.id);
    const kept = run.kind === 'imported' ? await store.get(run.id) : null;
    if (kept && lacks(kept, upgrade(run))) without++;
  }
  if (without > 0) {
    outcome.notes.push(
      `${without} runs were already kept without these figures taken by hand, and kept records are never changed; to have them, remove the folders of the sessions ${outcome.sessions.join(', ')} and import all files together`,
    );
  }
  return outcome;
}
