/**
 * Lists the runs of a results folder, as another process would; for tests:
 * `node --import tsx records/testing/index-reader.ts RESULTS INDEXES` prints their ids as one line of JSON.
 */
import { RunStore } from '../store.ts';

const [results = '', folder = ''] = process.argv.slice(2);
const runs = await new RunStore(results, { folder, from: 1 }).list();
process.stdout.write(`${JSON.stringify(runs.map(({ id }) => id))}\n`);
