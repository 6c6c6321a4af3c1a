/** Published figures of studies, as data with their source: `results/reference/*.json`. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { TRANSPORTS, type Transport } from '../metrics/transports.ts';
import { lazily } from '../system/lazily.ts';
import type { Problem } from './problems.ts';
import { storageError } from './record-errors.ts';
import { REFERENCE } from './record-folders.ts';

export const REFERENCE_SCHEMA = 'outcry/reference@1';

export interface ReferenceColumn {
  /** Key in a row's `values`. */
  key: string;
  title: string;
  /** Such as `ms`, `MB`, `%`; empty for a plain number. */
  unit: string;
}

export interface ReferenceRow {
  /** For people: the framework, or what else the row is of. */
  label: string;
  /** The framework's id as in `app.json`; null when the row is of no framework. */
  framework: string | null;
  transport: Transport | null;
  /** By column key; without the columns that have no figure here. */
  values: Record<string, number>;
  /** The remark that a reader of this row needs; null if none. */
  remark: string | null;
}

export interface ReferenceTable {
  /** As in the study, such as `10-4`; a name of our own where the study's is not known. */
  id: string;
  title: string;
  columns: ReferenceColumn[];
  rows: ReferenceRow[];
  remarks: string[];
}

export interface Reference {
  schema: typeof REFERENCE_SCHEMA;
  id: string;
  /** `title` says what it is about; it is not always the title its author gave it. */
  source: { title: string; author: string | null; year: number; level: string; place: string | null };
  /** The method of measurement, in a few sentences. */
  method: string;
  tables: ReferenceTable[];
}

const text = { type: 'string', minLength: 1, maxLength: 2000 };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const exactly = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** JSON Schema of a {@link Reference}. */
export const referenceSchema = exactly({
  schema: { const: REFERENCE_SCHEMA },
  id: { type: 'string', pattern: '^[a-z0-9-]{1,60}$' },
  source: exactly({
    title: text,
    author: orNull(text),
    year: { type: 'integer', minimum: 1900, maximum: 2200 },
    level: text,
    place: orNull(text),
  }),
  method: text,
  tables: {
    type: 'array',
    items: exactly({
      id: text,
      title: text,
      columns: { type: 'array', items: exactly({ key: text, title: text, unit: { type: 'string' } }) },
      rows: {
        type: 'array',
        items: exactly({
          label: text,
          framework: orNull(text),
          transport: orNull({ enum: TRANSPORTS }),
          values: { type: 'object', additionalProperties: { type: 'number' } },
          remark: orNull(text),
        }),
      },
      remarks: { type: 'array', items: text },
    }),
  },
});

const referenceCheck = lazily(() => new Ajv({ strict: false }).compile<Reference>(referenceSchema));

/**
 * The JSON files in a folder, in the order of their names, and what is wrong with those that are no T.
 * @param place of the folder below the results, for problems
 * @param faultsOf says what keeps data from being a T; nothing where it is one
 */
export async function readDocuments<T>(
  folder: string,
  place: string,
  faultsOf: (data: unknown) => string[],
): Promise<{ documents: T[]; problems: Problem[] }> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { documents: [], problems: [] };
    throw storageError('cannot read', folder, error);
  }
  const documents: T[] = [];
  const problems: Problem[] = [];
  const file = (name: string) => `${place}/${name}`;
  for (const name of names) {
    try {
      const data: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
      const faults = faultsOf(data);
      if (faults.length === 0) documents.push(data as T);
      problems.push(...faults.map((message) => ({ file: file(name), message })));
    } catch (error) {
      problems.push({ file: file(name), message: (error as Error).message });
    }
  }
  return { documents, problems };
}

/** Reads all references in `folder`, in the order of their names, and says which files are none. */
export async function readReferences(folder: string): Promise<{ references: Reference[]; problems: Problem[] }> {
  const { documents, problems } = await readDocuments<Reference>(folder, REFERENCE, (data) => {
    const check = referenceCheck();
    const [error] = check(data) ? [] : (check.errors ?? []);
    return error === undefined ? [] : [`${error.instancePath || 'it'} ${error.message}`];
  });
  return { references: documents, problems };
}
