/**
 * `npm run campaign`: kills, stops, fills and breaks random parts of random sessions at random moments, and looks at what is left.
 *
 *     npm run campaign -- --faults 1000 --seed 1 [--parallel 2] [--browser] [--only N] [--log FILE] [--json] [--write]
 *
 * The same seed gives the same faults to the same sessions; `--only N` does the Nth of them alone. Ctrl-C ends it with the table of what
 * has been done; with `--log FILE` that is kept, and the same command goes on with the rest. `--write` puts the table into docs/reliability.md. Ends with 4 when something did not hold.
 */
import { parseArgs } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { madeWhere } from '../reliability/made-where.ts';
import { writePart } from '../reliability/page.ts';
import { wholeNumber } from '../reliability/whole-number.ts';
import { type CampaignOptions, runCampaign } from './campaign.ts';
import { CampaignLog } from './log.ts';
import { markdownOf, outcomeLine } from './summary.ts';

const stop = new AbortController();

interface Arguments extends Omit<CampaignOptions, 'signal' | 'where' | 'log'> {
  log: string | null;
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
        log: { type: 'string' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    });
    const { faults, seed, parallel, only, log, ...flags } = values;
    return {
      ...flags,
      log: log ?? null,
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
  const log = new CampaignLog(options.log);
  const asked = { ...options, log, where, signal: stop.signal };
  const { rows, outcomes } = await runCampaign(asked, (outcome) => console.error(outcomeLine(outcome)));
  const minutes = Math.round(log.seconds / 60);
  const about = `${outcomes.length} faults, seed ${options.seed}${options.browser ? ', with browsers' : ''}, whose sessions took ${minutes} min together; ${log.wheres.join('; ')}.`;
  const markdown = `${about}\n\n${markdownOf(rows, outcomes)}`;
  if (write) writePart('campaign', () => markdown);
  console.log(json ? JSON.stringify({ about, rows, outcomes }, null, 2) : markdown);
  if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = EXIT.failed;
}

await runProgram(main, () => {
  console.error('no further fault; a second Ctrl-C ends at once');
  stop.abort();
});
