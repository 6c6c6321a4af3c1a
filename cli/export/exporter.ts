/** Formats that records are exported in: each is a file in `formats/`, and the file's name is the format's. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Merge } from '../../merge/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { ScenarioAbout } from '../../protocol/scenario-charts.ts';
import { importModule } from '../../system/import-module.ts';

/** The runs that are exported: one by one, and averaged as rows of a table. */
export interface Exported {
  records: RunRecord[];
  merges: Merge[];
  scenarios: ScenarioAbout[];
}

/** The default export of a format's file. */
export interface Exporter {
  /** What it is, and of what: a line of help. */
  about: string;
  /** The whole document, with its last line end. */
  write(exported: Exported): string;
}

const FOLDER = join(import.meta.dirname, 'formats');

/** The names of all formats, in their order. */
export const FORMATS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** @param format one of {@link FORMATS} */
export async function loadExporter(format: string): Promise<Exporter> {
  return (await importModule(join(FOLDER, `${format}.ts`))).default as Exporter;
}
