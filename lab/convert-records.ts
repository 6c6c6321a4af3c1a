/** Rewrites the packed sessions below results/ to `outcry/run@3` and `outcry/session@2`. Run once: `node --import tsx lab/convert-records.ts`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRecord } from '../records/check-record.ts';
import { pack, unpack } from '../records/packed-session.ts';
import { formatRecord } from '../records/record-text.ts';
import { ROOT } from '../system/root.ts';

type Fields = Record<string, unknown>;

/** `fields` under their new names and in their order. @param names undefined: the field goes */
const renamed = (fields: Fields, names: Record<string, string | undefined>): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const now = name in names ? names[name] : name;
      return now === undefined ? [] : [[now, value]];
    }),
  );

const RECORD = { machineLook: 'preflight', floor: 'harnessOverhead', setAside: 'discarded' };

function convertRecord(text: string): string {
  const before = JSON.parse(text);
  if (formatRecord(before) !== text) throw new Error('the text is not as Outcry writes it');
  if (before.schema !== 'outcry/run@2') throw new Error(`schema ${before.schema}`);
  const former = ['network', 'placement'].find((name) => name in before.identity);
  if (former || before.identity.standIn || 'networkMeasured' in before || 'serverEngine' in before) {
    throw new Error(`a condition in a field of its own`);
  }
  const identity = renamed(before.identity, { half: 'arm', standIn: undefined });
  const validity = before.validity.map((flag: Fields) =>
    flag.code === 'stand-in' ? { ...flag, code: 'substitute' } : flag,
  );
  const record = { ...renamed(before, RECORD), schema: 'outcry/run@3', identity, validity };
  return formatRecord(checkRecord(record));
}

function convertSession(text: string): string {
  const before = JSON.parse(text);
  const session = { ...before, options: renamed(before.options, { again: 'retries' }) };
  return `${JSON.stringify({ schema: 'outcry/session@2', ...session }, null, 1)}\n`;
}

function convertFile(path: string): void {
  const files = [...unpack(readFileSync(path))].map(([name, text]): [string, string] => {
    try {
      if (name === '.session.json') return [name, convertSession(text)];
      return [name.replace(/^\.set-aside\//, '.discarded/'), convertRecord(text)];
    } catch (error) {
      throw new Error(`${path}/${name}: ${(error as Error).message}`);
    }
  });
  writeFileSync(path, pack(new Map(files)));
  console.log(`${path}: ${files.length} files`);
}

const results = join(ROOT, 'results');
for (const name of readdirSync(results, { recursive: true }) as string[]) {
  if (name.endsWith('records.json.gz')) convertFile(join(results, name));
}
