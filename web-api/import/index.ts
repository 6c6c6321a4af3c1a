/**
 * Takes in runs from files: study A's raw files, and run records, alone or in arrays. Pure: nothing is
 * read or written here (see store-step.ts for keeping them).
 */
import { RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { checkRecord } from '../../records/check-record.ts';
import { RecordError } from '../../records/record-errors.ts';
import { chartRecords } from './chart-records.ts';
import { ChartError, type ChartRun, readCharts } from './charts.ts';
import { applyManual, type ManualFigures, readManual } from './manual.ts';
import { readElements } from './recover.ts';
import { sameRunNotes, seriesKeys } from './same-runs.ts';

export interface ImportFile {
  /** Without folders. Study A's files say their transport in it alone. */
  name: string;
  text: string;
}

export interface Imported {
  runs: RunRecord[];
  /** One sentence per thing that is odd about the files or could not be taken, with the file's name. */
  notes: string[];
}

/** More notes than this of one file say no more. */
const MAX_NOTES = 50;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What one file holds, before figures taken by hand are put into runs. */
interface FileContent {
  runs: RunRecord[];
  /** Those of `runs` that were made of study A's charts. */
  charted: RunRecord[];
  manual: ManualFigures[];
  notes: string[];
}

/** What one element of a file is. @throws ChartError, RecordError */
function readElement(element: unknown): { record: RunRecord } | { chart: ChartRun } | { figures: ManualFigures } {
  if (!isObject(element)) throw new ChartError('must be an object');
  if (String(element.schema).startsWith('outcry/run@')) return { record: checkRecord(element) };
  if (Object.hasOwn(element, 'Charts')) return { chart: readCharts(element) };
  if (Object.hasOwn(element, 'Data')) return { figures: readManual(element) };
  throw new ChartError(`is neither a run of study A (Charts), nor figures of its runs (Data), nor ${RUN_SCHEMA}`);
}

function readFile({ name: file, text }: ImportFile): FileContent {
  const { elements, notes } = readElements(text);
  const content: FileContent = { runs: [], charted: [], manual: [], notes };
  const orSkip = <T>(index: number, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ChartError || error instanceof RecordError)) throw error;
      notes.push(`element [${index}] skipped: ${error.message}`);
      return null;
    }
  };
  const read = elements.map((element, index) => orSkip(index, () => readElement(element)));
  const charts = read.flatMap((each) => (each && 'chart' in each ? [each.chart] : []));
  const charted = chartRecords(file, charts);
  const records = charted.records.values();
  for (const [index, each] of read.entries()) {
    if (each === null) continue;
    if ('figures' in each) content.manual.push(each.figures);
    else if ('record' in each) content.runs.push(each.record);
    else {
      const run = records.next().value!;
      if (orSkip(index, () => checkRecord(run)) === null) continue;
      content.runs.push(run);
      content.charted.push(run);
    }
  }
  if (elements.length === 0 && notes.length === 0) notes.push('holds no runs');
  notes.push(...charted.notes);
  return content;
}

/** Takes the runs out that an earlier file has too. @returns a note on each such file */
function dropSame(runs: Set<RunRecord>, charted: RunRecord[]): string[] {
  const first = new Map<string, RunRecord>();
  const pairs: [RunRecord, RunRecord][] = [];
  for (const [i, key] of seriesKeys(charted).entries()) {
    const run = charted[i]!;
    const same = key === null ? undefined : first.get(key);
    if (same) {
      pairs.push([run, same]);
      runs.delete(run);
    } else if (key !== null) first.set(key, run);
  }
  return sameRunNotes(pairs, ' in this import; each was taken once');
}

/**
 * Reads files together: figures taken by hand go into the runs of the other files. Never throws for what is in a file.
 */
export function importFiles(files: ImportFile[]): Imported {
  const runs = new Set<RunRecord>();
  const charted: RunRecord[] = [];
  const notes: string[] = [];
  const manual: { file: string; figures: ManualFigures[] }[] = [];
  const note = (file: string, list: string[]): void => {
    notes.push(...list.slice(0, MAX_NOTES).map((text) => `${file}: ${text}`));
    if (list.length > MAX_NOTES) notes.push(`${file}: and ${list.length - MAX_NOTES} more notes like these`);
  };
  for (const file of files) {
    const content = readFile(file);
    for (const run of content.runs) runs.add(run);
    charted.push(...content.charted);
    if (content.manual.length > 0) manual.push({ file: file.name, figures: content.manual });
    note(file.name, content.notes);
  }
  notes.push(...dropSame(runs, charted));
  const taken = charted.filter((run) => runs.has(run));
  for (const { file, figures } of manual) note(file, applyManual(figures, taken));
  return { runs: [...runs], notes };
}
