/** `npm run laboratory`: trials with twins, and a campaign of faults; `--help` says how. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { ANSWERS_USAGE, answers, answersIn } from './answers/answers.ts';
import { CAMPAIGN_USAGE, campaign } from './campaign/campaign.ts';
import { TrialLog } from './gate/sealed-log.ts';
import { printSummary, TRIALS_USAGE, trials } from './gate/trials.ts';

const USAGE = `${TRIALS_USAGE}

${ANSWERS_USAGE}

npm run laboratory -- summary FILE
npm run laboratory -- answers-summary FILE...

Print what the log of a trial shows; of a trial of answers also several logs with the same options together.

${CAMPAIGN_USAGE}`;

const stop = new AbortController();

async function main(): Promise<void> {
  const [job, ...args] = process.argv.slice(2);
  if (process.argv.includes('--help')) console.log(USAGE);
  else if (job === 'trials') await trials(args, stop.signal);
  else if (job === 'answers') await answers(args, stop.signal);
  else if (job === 'campaign') await campaign(args, stop.signal);
  else if (job === 'summary' && args.length === 1) printSummary(new TrialLog(args[0]!, null));
  else if (job === 'answers-summary' && args.length > 0) for (const line of answersIn(args)) console.log(line);
  else throw new OutcryError(USAGE, EXIT.usage);
}

await runProgram(main, () => {
  console.error('this session is the last; a second Ctrl-C ends at once');
  stop.abort();
});
