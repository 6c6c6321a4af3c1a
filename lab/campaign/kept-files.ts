/** What lies in a results folder: records, and what should not be there. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv } from 'ajv';
import type { RunRecord } from '../../protocol/run-record.ts';
import { runRecordSchema } from '../../protocol/run-record-schema.ts';

const SESSION_FILE = '.session.json';

const ajv = new Ajv({ strict: false, strictNumbers: true });
ajv.addFormat('date-time', (text: string) => Number.isFinite(Date.parse(text)));
const matchesSchema = ajv.compile<RunRecord>(runRecordSchema);

export interface KeptFiles {
  /** Those that are whole and keep the schema, by their ids. */
  records: Map<string, RunRecord>;
  /** SHA-256 of each record's file, by its path below the folder. */
  hashes: Map<string, string>;
  /** Sessions that have a session file, and whether it says that they are finished. */
  sessions: { id: string; finished: boolean }[];
  /** What is wrong, a sentence each. */
  problems: string[];
}

/** Names of the sessions' folders below `results` that have begun. */
export function sessionsIn(results: string): string[] {
  if (!existsSync(results)) return [];
  return readdirSync(results).filter((name) => existsSync(join(results, name, SESSION_FILE)));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !lstatSync(join(folder, name)).isDirectory(),
  );
}

/** The record in `text`, or what is wrong with it. */
export function readRecord(text: string, id: string): RunRecord | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return `is not whole: its ${text.length} characters are no JSON`;
  }
  if (!matchesSchema(data)) {
    const [error] = matchesSchema.errors ?? [];
    return `breaks the schema at ${error?.instancePath || 'the top'}: ${error?.message}`;
  }
  return data.id === id ? data : `has the id ${data.id}`;
}

/** Reads everything below `results`. */
export function keptFiles(results: string): KeptFiles {
  const kept: KeptFiles = { records: new Map(), hashes: new Map(), sessions: [], problems: [] };
  for (const file of filesBelow(results)) {
    const name = basename(file);
    const text = readFileSync(join(results, file), 'utf8');
    if (name === SESSION_FILE) {
      try {
        const { id, finished } = JSON.parse(text) as { id: string; finished: boolean };
        kept.sessions.push({ id, finished });
      } catch {
        kept.problems.push(`${file} is not whole`);
      }
    } else if (name.startsWith('.') || !name.endsWith('.json')) kept.problems.push(`${file} was left behind`);
    else {
      const record = readRecord(text, name.slice(0, -'.json'.length));
      if (typeof record === 'string') kept.problems.push(`${file} ${record}`);
      else {
        kept.records.set(record.id, record);
        kept.hashes.set(file, createHash('sha256').update(text).digest('hex'));
      }
    }
  }
  return kept;
}

/** Records of `before` that are gone or another in `after`. */
export function changedRecords(before: KeptFiles, after: KeptFiles): string[] {
  return [...before.hashes]
    .filter(([file, hash]) => after.hashes.get(file) !== hash)
    .map(([file]) => `${file} was finished, and is ${after.hashes.has(file) ? 'another' : 'gone'} now`);
}
