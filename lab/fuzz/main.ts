/** `npm run fuzz`: hostile inputs for the server of a framework, over all of its transports. */

import type { Transport } from '../../metrics/transports.ts';
import { makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { readOptions, wholeNumber } from '../options.ts';
import { madeWhere, writePart } from '../reliability-page.ts';
import { type Fuzzed, fuzzApp } from './fuzz-app.ts';
import { fuzzTable, withRows } from './fuzz-table.ts';

const USAGE = `Usage: npm run fuzz -- FRAMEWORK... [options]

Sends hostile inputs to the server of each framework, and looks at what it can still do afterwards.

  --inputs N          how many, over all transports together (1000000)
  --seed N            the same seed gives the same inputs (1)
  --transports NAMES  over these alone, with commas between them (all that console clients can use)
  --json              prints everything, all samples of memory too, as JSON in place of the table
  --write             puts a row per framework into docs/reliability-tables.md
  --help              prints this

Ends with ${EXIT.failed} when a server did not stand it.`;

function readArguments() {
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: {
      inputs: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      transports: { type: 'string' },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { inputs, seed, transports, ...flags } = values;
  if (positionals.length === 0 && !flags.help) {
    throw new OutcryError('which framework? npm run fuzz -- FRAMEWORK...', EXIT.usage);
  }
  return {
    ...flags,
    frameworks: positionals,
    inputs: wholeNumber('inputs', inputs),
    seed: wholeNumber('seed', seed),
    transports: transports === undefined ? null : (transports.split(',') as Transport[]),
  };
}

async function main(): Promise<void> {
  const { frameworks, inputs, seed, transports, json, write, help } = readArguments();
  if (help) {
    console.log(USAGE);
    return;
  }
  const say = (line: string): void => console.error(line);
  const apps = await makeReady(selectApps(readApps(), frameworks), true, say);
  const where = await madeWhere();
  const results: Fuzzed[] = [];
  for (const app of apps) {
    const result = await fuzzApp(app, { inputs, seed, transports }, say);
    results.push(result);
    if (write) writePart('fuzz', (now) => withRows(now, [result], where));
  }
  console.log(json ? JSON.stringify({ where, results }, null, 2) : fuzzTable(results, where));
  if (results.some(({ problems }) => problems.length > 0)) process.exitCode = EXIT.failed;
}

await runProgram(main);
