/** Takes in runs from files: run records, study A's raw runs and the figures taken by hand of these. A file is taken whole or not at all. */
import { basename, dirname } from 'node:path';
import type { Transport } from '../../metrics/transports.ts';
import type { Flag, RunRecord } from '../../protocol/run-record.ts';
import { checkRecord } from '../../records/check-record.ts';
import { RecordError, RunExistsError } from '../../records/record-errors.ts';
import type { RunStore } from '../../records/store.ts';
import { foreignDocument } from './foreign-files.ts';
import { addFigures, type HandTaken, readHandTaken } from './hand-taken.ts';
import { readStudyRun, recordsOf, type StudyRun } from './study-a.ts';

/** Study A's largest file has 50 KB; a record has at most this size. */
export const IMPORT_LIMIT_BYTES = 20 * 1024 * 1024;

export interface ImportFile {
  /** Without folders. */
  name: string;
  data: unknown;
}

export type ImportedRun = ReturnType<typeof checkRecord>;

export interface Imported {
  runs: ImportedRun[];
  /** The files that were not taken, each with the first thing that is wrong with it. */
  refused: { file: string; problem: string }[];
  /** The other notes about it. */
  notes: string[];
}

export interface ImportOutcome {
  /** Ids of the runs that are kept now. */
  taken: string[];
  /** Ids of runs that were kept before; they were left as they are. */
  already: string[];
  /** Sessions of all of them. */
  sessions: string[];
  odd: { id: string; validity: Flag[] }[];
  notes: string[];
}

interface FileContent {
  records: ImportedRun[];
  studyRuns: StudyRun[];
  figures: HandTaken[];
}

function readElement(element: unknown, content: FileContent): void {
  const { schema, Charts, Data } = (element ?? {}) as { schema?: unknown; Charts?: unknown; Data?: unknown };
  if (typeof schema === 'string' && schema.startsWith('outcry/run@')) content.records.push(checkRecord(element));
  else if (Charts !== undefined) content.studyRuns.push(readStudyRun(element));
  else if (Data !== undefined) content.figures.push(readHandTaken(element));
  else throw new RecordError('', foreignDocument(element) ?? 'is neither a run record nor a raw run of study A');
}

/** @throws RecordError that names the element */
function readFile(data: unknown): FileContent {
  const content: FileContent = { records: [], studyRuns: [], figures: [] };
  if (!Array.isArray(data)) {
    readElement(data, content);
    return content;
  }
  if (data.length === 0) throw new RecordError('', 'is missing: the file holds an empty list');
  for (const [index, element] of data.entries()) {
    try {
      readElement(element, content);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const { field, problem } = error;
      throw new RecordError(`[${index}]${field && `.${field}`}`, problem);
    }
  }
  return content;
}

/**
 * Reads files together: figures taken by hand go into the runs of the other files.
 * @param transport of study A's raw runs, which do not say it; null: there is none to be known
 */
export function importFiles(files: ImportFile[], transport: Transport | null): Imported {
  const imported: Imported = { runs: [], refused: [], notes: [] };
  const studyRecords: RunRecord[] = [];
  const figures: { file: string; figures: HandTaken[] }[] = [];
  const orRefuse = (file: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      imported.refused.push({ file, problem: error.message });
    }
  };
  for (const { name, data } of files) {
    orRefuse(name, () => {
      const content = readFile(data);
      const made = recordsOf(name, content.studyRuns, transport);
      for (const record of made) checkRecord(record);
      studyRecords.push(...made);
      imported.runs.push(...content.records, ...made);
      if (content.figures.length > 0) figures.push({ file: name, figures: content.figures });
    });
  }
  for (const each of figures) {
    orRefuse(each.file, () => {
      imported.notes.push(...addFigures(each.figures, studyRecords).map((note) => `${each.file}: ${note}`));
    });
  }
  return imported;
}

/**
 * Keeps what files hold.
 * @throws RecordError when a run has a reserved id: then none is kept; StorageError, when those before it are kept
 */
export async function keep(store: RunStore, { runs, notes }: Imported): Promise<ImportOutcome> {
  const added = await store.addChecked(runs);
  const ids = (exist: boolean) =>
    added.filter((outcome) => outcome instanceof RunExistsError === exist).map(({ id }) => id);
  return {
    taken: ids(false),
    already: ids(true),
    sessions: [...new Set(added.map(({ path }) => basename(dirname(path))))],
    odd: runs.filter(({ validity }) => validity.length > 0).map(({ id, validity }) => ({ id, validity })),
    notes,
  };
}
