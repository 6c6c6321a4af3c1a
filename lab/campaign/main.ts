/** `npm run campaign`: kills, stops, fills and breaks random parts of random sessions at random moments; `--help` says how. */
import { EXIT } from '../../system/errors.ts';
import { runProgram } from '../../system/program.ts';
import { writePart } from '../reliability/page.ts';
import { madeWhere } from '../reliability/run-circumstances.ts';
import { readArguments, USAGE } from './arguments.ts';
import { runCampaign } from './campaign.ts';
import { CampaignLog } from './campaign-log.ts';
import { markdownOf, outcomeLine } from './fault-table.ts';

const stop = new AbortController();

async function main(): Promise<void> {
  const read = readArguments(process.argv.slice(2));
  if (read === null) return console.log(USAGE);
  const { json, write, ...options } = read;
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
