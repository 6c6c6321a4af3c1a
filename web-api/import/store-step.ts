/** Keeps what files hold, and says what came of it. */
import type { Flag, RunRecord } from '../../protocol/run-record.ts';
import { checkNewIds } from '../../records/check-record.ts';
import { RunExistsError } from '../../records/record-errors.ts';
import type { RunStore } from '../../records/store.ts';
import { type Imported, type ImportFile, importFiles } from './index.ts';
import { sameRunNotes, seriesKeys } from './same-runs.ts';

export interface ImportOutcome {
  /** Ids of the runs that are kept now. */
  taken: string[];
  /** Ids of runs that were kept before; they were left as they are. */
  already: string[];
  /** Sessions of all of them. */
  sessions: string[];
  /** The flags of the runs. */
  odd: { id: string; validity: Flag[] }[];
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

/** The runs whose ids may be taken, and why the others may not. */
function withGoodIds(runs: RunRecord[]): { runs: RunRecord[]; notes: string[] } {
  const notes: string[] = [];
  const good = runs.filter((run) => {
    try {
      checkNewIds(run);
      return true;
    } catch (error) {
      notes.push(`a run was skipped: ${(error as Error).message}`);
      return false;
    }
  });
  return { runs: good, notes };
}

/** The runs among `runs` that are kept already, imported from another file: each with the kept one. */
async function keptTwins(store: RunStore, runs: RunRecord[]): Promise<Map<RunRecord, RunRecord>> {
  const keys = seriesKeys(runs);
  if (keys.every((key) => key === null)) return new Map();
  const kept = await store.records({ kind: 'imported' });
  const ids = new Set(kept.map(({ id }) => id));
  const keptByKey = new Map(seriesKeys(kept).map((key, i) => [key, kept[i]!]));
  const twins = runs.flatMap((run, i): [RunRecord, RunRecord][] => {
    const twin = keys[i] == null || ids.has(run.id) ? undefined : keptByKey.get(keys[i]);
    return twin && twin.session.id !== run.session.id ? [[run, twin]] : [];
  });
  return new Map(twins);
}

/** @throws StorageError when a record cannot be written; those before it are kept */
export async function keep(store: RunStore, imported: Imported): Promise<ImportOutcome> {
  const { runs, notes } = withGoodIds(imported.runs);
  const twins = await keptTwins(store, runs);
  const fresh = runs.filter((run) => !twins.has(run));
  const outcome: ImportOutcome = {
    taken: [],
    already: [],
    sessions: [...new Set(runs.map((run) => (twins.get(run) ?? run).session.id))],
    odd: fresh.filter(({ validity }) => validity.length > 0).map(({ id, validity }) => ({ id, validity })),
    notes: [...imported.notes, ...notes],
  };
  const pairs = [...twins].map(([run, twin]) => [run, twin] as const);
  outcome.notes.push(...sameRunNotes(pairs, ', which are kept already; they were not taken again'));
  const added = await store.addChecked(fresh);
  const exists = new Set(fresh.filter((_, i) => added[i] instanceof RunExistsError));
  let without = 0;
  for (const run of runs) {
    const id = twins.get(run)?.id ?? run.id;
    if (!twins.has(run) && !exists.has(run)) {
      outcome.taken.push(id);
      continue;
    }
    outcome.already.push(id);
    const kept = run.kind === 'imported' ? await store.get(id) : null;
    if (kept && lacks(kept, run)) without++;
  }
  if (without > 0) {
    outcome.notes.push(
      `${without} runs were already kept without these figures taken by hand, and kept records are never changed; to have them, remove the folders of the sessions ${outcome.sessions.join(', ')} and import all files together`,
    );
  }
  return outcome;
}
