/**
 * `npm run campaign`: kills, stops, fills and breaks random parts of random sessions at random moments, and looks at what is left.
 *
 *     npm run campaign -- --faults 1000 --seed 1 [--parallel 2] [--browser] [--only N] [--json] [--write]
 *
 * The same seed gives the same faults to the same sessions; `--only N` does the Nth of them alone. Ctrl-C ends it with the table of what
 * has been done. `--write` puts the table into docs/reliability.md. Ends with 4 when something did not hold.
 */
import { parseArgs } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { madeWhere } from '../reliability/made-where.ts';
import { writePart } from '../reliability/page.ts';
import { wholeNumber } from '../reliability/whole-number.ts';
import { type CampaignOptions, runCampaign } from './campaign.ts';
import { markdownOf, outcomeLine } from './summary.ts';

const stop = new AbortController();

interface Arguments extends Omit<CampaignOptions, 'signal'> {
  json: boolean;
  write: boolean;
}

function readArguments(): Arguments {
  try {
    const { values } = parseArgs({
      options: {
        faults: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        parallel: { type: 'string', default: '1' },
        browser: { type: 'boolean', default: false },
        only: { type: 'string' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    });
    const { faults, seed, parallel, only, ...flags } = values;
    return {
      ...flags,
      faults: wholeNumber('faults', faults),
      seed: wholeNumber('seed', seed),
      parallel: Math.max(1, wholeNumber('parallel', parallel)),
      only: only === undefined ? null : wholeNumber('only', only),
    };
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    throw new OutcryError((error as Error).message, EXIT.usage);
  }
}

async function main(): Promise<void> {
  const { json, write, ...options } = readArguments();
  const where = await madeWhere();
  const begun = Date.now();
  const { rows, outcomes } = await runCampaign({ ...options, signal: stop.signal }, (outcome) =>
    console.error(outcomeLine(outcome)),
  );
  const minutes = Math.round((Date.now() - begun) / 60_000);
  const about = `${outcomes.length} faults, seed ${options.seed}${options.browser ? ', with browsers' : ''}, in ${minutes} min; ${where}.`;
  const markdown = `${about}\n\n${markdownOf(rows, outcomes)}`;
  if (write) writePart('campaign', () => markdown);
  console.log(json ? JSON.stringify({ about, rows, outcomes }, null, 2) : markdown);
  if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = EXIT.failed;
}

await runProgram(main, () => {
  console.error('no further fault; a second Ctrl-C ends at once');
  stop.abort();
});
