/** `npm run fuzz`: hostile inputs for the server of a framework, over all of its transports. */
import { parseArgs } from 'node:util';
import type { Transport } from '../../metrics/transports.ts';
import { makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { writePart } from '../reliability/page.ts';
import { madeWhere } from '../reliability/run-circumstances.ts';
import { wholeNumber } from '../reliability/whole-number.ts';
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

interface Arguments {
  help: boolean;
  frameworks: string[];
  inputs: number;
  seed: number;
  transports: Transport[] | null;
  json: boolean;
  write: boolean;
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
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
    if (positionals.length === 0 && !flags.help) throw new Error('which framework? npm run fuzz -- FRAMEWORK...');
    return {
      ...flags,
      frameworks: positionals,
      inputs: wholeNumber('inputs', inputs),
      seed: wholeNumber('seed', seed),
      transports: transports === undefined ? null : (transports.split(',') as Transport[]),
    };
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    throw new OutcryError((error as Error).message, EXIT.usage);
  }
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
