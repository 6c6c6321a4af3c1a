/**
 * Takes in runs from files: study A's raw files, and run records of either schema, alone or in arrays. Pure: nothing is
 * read or written here (see store-step.ts for keeping them).
 */
import { RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { RUN_SCHEMA_1 } from '../../protocol/run-record-1.ts';
import type { Transport } from '../../protocol/transports.ts';
import type { KeptRecord } from '../../protocol/upgrade.ts';
import { checkRecord } from '../check-record.ts';
import { RecordError } from '../errors.ts';
import { ChartError, type ChartRun, readCharts } from './charts.ts';
import { applyManual, type ManualFigures, readManual } from './manual.ts';
import { frameworkNamed, transportNamed } from './names.ts';
import { clientsNamed, planKey, planOf, STUDY_A } from './plan.ts';
import { readElements } from './recover.ts';
import { recordOf, totalsOf } from './study-a.ts';

export interface ImportFile {
  /** Without folders. Study A's files say their transport in it alone. */
  name: string;
  text: string;
}

export interface Imported {
  runs: KeptRecord[];
  /** One sentence per thing that is odd about the files or could not be taken, with the file's name. */
  notes: string[];
}

/** More notes than this of one file say no more. */
const MAX_NOTES = 50;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What a file's elements may be. */
function isElement(value: unknown): boolean {
  return isObject(value) && (Object.hasOwn(value, 'Framework') || Object.hasOwn(value, 'schema'));
}

/** What one file holds, before figures taken by hand are put into runs. */
interface FileContent {
  runs: KeptRecord[];
  /** Those of `runs` that were made of study A's charts. */
  charted: RunRecord[];
  manual: ManualFigures[];
  notes: string[];
}

/** Counts occurrences: 1 for the first of a key. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

function readFile({ name: file, text }: ImportFile): FileContent {
  const { elements, notes } = readElements(text, isElement);
  const content: FileContent = { runs: [], charted: [], manual: [], notes };
  const repetitions = counter();
  const copies = counter();
  const fromFile = transportNamed(file);
  let guessed = 0;
  let byName = 0;
  let unplanned = 0;
  const clients = clientsNamed(file);

  const chartRun = (run: ChartRun): RunRecord => {
    const named = frameworkNamed(run.framework);
    const transport: Transport = named.transport ?? fromFile ?? 'websocket';
    const assumed =
      named.transport === null && fromFile === null
        ? `Neither the file nor its name says which transport this is; websocket is assumed.`
        : null;
    if (assumed) guessed++;
    else if (named.transport === null) byName++;
    const plan = planOf(totalsOf(run), clients);
    if (plan !== STUDY_A) unplanned++;
    return recordOf(run, {
      file,
      framework: named,
      transport,
      assumed,
      plan,
      repetition: repetitions(`${named.id} ${transport} ${planKey(plan.identity)}`),
      copy: copies(`${transport} ${JSON.stringify(run)}`) - 1,
    });
  };

  for (const [i, element] of elements.entries()) {
    try {
      if (!isObject(element)) throw new ChartError('must be an object');
      if (element.schema === RUN_SCHEMA || element.schema === RUN_SCHEMA_1) content.runs.push(checkRecord(element));
      else if (Object.hasOwn(element, 'Charts')) {
        const run = chartRun(readCharts(element));
        checkRecord(run);
        content.runs.push(run);
        content.charted.push(run);
      } else if (Object.hasOwn(element, 'Data')) content.manual.push(readManual(element));
      else
        throw new ChartError(`is neither a run of study A (Charts), nor figures of its runs (Data), nor ${RUN_SCHEMA}`);
    } catch (error) {
      if (!(error instanceof ChartError || error instanceof RecordError)) throw error;
      notes.push(`element [${i}] skipped: ${error.message}`);
    }
  }
  if (elements.length === 0 && notes.length === 0) notes.push('holds no runs');
  if (guessed > 0)
    notes.push(
      `${guessed} runs: the transport is assumed to be websocket; name the file after it to say so, or the series, such as "NAME SSE", where a file mixes transports`,
    );
  else if (byName > 0) notes.push(`the transport of ${byName} runs, ${fromFile}, is read from the file's name`);
  if (unplanned > 0)
    notes.push(
      `${unplanned} runs: the counts are not those of study A's plan, and the file does not say what was planned; a name such as "1000 clients.json" tells how many clients there were`,
    );
  return content;
}

/**
 * Reads files together: figures taken by hand go into the runs of the other files. Never throws for what is in a file.
 */
export function importFiles(files: ImportFile[]): Imported {
  const runs: KeptRecord[] = [];
  const charted: RunRecord[] = [];
  const notes: string[] = [];
  const manual: { file: string; figures: ManualFigures[] }[] = [];
  const note = (file: string, list: string[]): void => {
    notes.push(...list.slice(0, MAX_NOTES).map((text) => `${file}: ${text}`));
    if (list.length > MAX_NOTES) notes.push(`${file}: and ${list.length - MAX_NOTES} more notes like these`);
  };
  for (const file of files) {
    const content = readFile(file);
    runs.push(...content.runs);
    charted.push(...content.charted);
    if (content.manual.length > 0) manual.push({ file: file.name, figures: content.manual });
    note(file.name, content.notes);
  }
  for (const { file, figures } of manual) note(file, applyManual(figures, charted));
  return { runs, notes };
}
