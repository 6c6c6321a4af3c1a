/** What `npm run campaign` is told. */
import { parseArgs } from 'node:util';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { wholeNumber } from '../reliability/whole-number.ts';
import type { CampaignOptions } from './campaign.ts';

export const USAGE = `Kills, stops, fills and breaks random parts of random sessions at random moments, and looks at what is left.

    npm run campaign -- [--faults N] [--seed N] [--parallel N] [--browser] [--only N] [--log FILE] [--json] [--write]

--faults N    how many (100)
--seed N      the same seed gives the same faults to the same sessions, with the same apps built and verified and the same tools (1)
--parallel N  sessions at once (1)
--browser     also sessions of a browser swarm
--only N      the Nth fault alone
--log FILE    keeps what has been done; the same command goes on with the rest
--json        prints every outcome as JSON, not a table
--write       puts the table into docs/reliability-tables.md
--help        this text

Ctrl-C ends it with the table of what has been done. Ends with 4 when something did not hold.`;

export interface Arguments extends Omit<CampaignOptions, 'signal' | 'where' | 'log'> {
  log: string | null;
  json: boolean;
  write: boolean;
}

/**
 * @param argv what comes after the command's name
 * @returns null: help is asked for
 * @throws OutcryError (wrong use) that names what is wrong
 */
export function readArguments(argv: string[]): Arguments | null {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        faults: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        parallel: { type: 'string', default: '1' },
        browser: { type: 'boolean', default: false },
        only: { type: 'string' },
        log: { type: 'string' },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const { faults, seed, parallel, only, log, help, ...flags } = values;
    if (help) return null;
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
