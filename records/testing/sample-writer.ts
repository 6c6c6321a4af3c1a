/**
 * Adds made-up records to a results folder, as another process would; for tests:
 * `node --import tsx records/testing/sample-writer.ts DIR [SESSION/]ID...` prints one line of JSON, what came of each id.
 */

import { RunStore } from '../store.ts';
import { sampleRecord } from './sample-record.ts';

const [folder = '', ...ids] = process.argv.slice(2);
const store = new RunStore(folder);
const outcomes: string[] = [];
for (const name of ids) {
  const [id = '', session] = name.split('/').reverse();
  const record = sampleRecord((r) => {
    r.id = id;
    if (session) r.session.id = session;
    r.session.note = `written by ${process.pid}`;
  });
  await store.add(record).then(
    () => outcomes.push('kept'),
    (error: Error) => outcomes.push(`${error.name}: ${error.message}`),
  );
}
process.stdout.write(`${JSON.stringify(outcomes)}\n`);
