/** `npm run laboratory`: trials with twins, and a campaign of faults; `--help` says how. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { CAMPAIGN_USAGE, campaign } from './campaign/campaign.ts';
import { printSummary, TRIALS_USAGE, trials } from './trials/trials.ts';

const USAGE = `${TRIALS_USAGE}

${CAMPAIGN_USAGE}`;

const stop = new AbortController();

async function main(): Promise<void> {
  const [job, ...args] = process.argv.slice(2);
  if (process.argv.includes('--help')) console.log(USAGE);
  else if (job === 'trials') await trials(args, stop.signal);
  else if (job === 'campaign') await campaign(args, stop.signal);
  else if (job === 'summary' && args.length > 0) printSummary(args);
  else throw new OutcryError(USAGE, EXIT.usage);
}

await runProgram(main, () => {
  console.error('this session is the last; a second Ctrl-C ends at once');
  stop.abort();
});
