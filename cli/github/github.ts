/** `./outcry github`: what the workflows in `.github/` and the action of this repository call. */
import type { Command } from 'commander';
import { DEFAULT_RESULTS, folder, outputFile } from '../options/common-options.ts';
import { checkApps } from './check-apps.ts';
import { type CommentOptions, comment } from './comment.ts';
import { commentName } from './comment-body.ts';
import { type GateInputs, runGate } from './gate.ts';

export function addGithubCommand(program: Command): void {
  const command = program.command('github').description('what workflows on GitHub call: gates, touched apps, comments');
  command
    .command('apps')
    .description('verify and measure the apps that differ between a commit and the present one')
    .requiredOption('--base <commit>', 'the commit before')
    .requiredOption('--out <dir>', 'the folder for report.txt')
    .action(({ base, out }: { base: string; out: string }) => checkApps(base, out));
  command
    .command('gate')
    .description('run a gate (docs/ci-gate.md), for the action of this repository; empty values count as not given')
    .option('--apps <dirs>', 'as ./outcry run has it', '')
    .option('--frameworks <ids>', 'as ./outcry run has it', '')
    .option('--against <baseline>', 'as ./outcry run has it', '')
    .option('--fail-if <conditions>', 'a condition on each line', '')
    .option('--options <options>', 'further options of ./outcry run, one on each line', '')
    .option('--results <dir>', 'the folder for the records', folder, DEFAULT_RESULTS)
    .requiredOption('--out <file>', 'the file for the comparison as Markdown', outputFile)
    .action(({ out, ...inputs }: GateInputs & { out: string }) => runGate(inputs, out));
  command
    .command('comment')
    .description('put a text into the one comment of a name on the pull request, with GITHUB_TOKEN')
    .requiredOption('--name <name>', 'the name that the comment is found by', commentName)
    .requiredOption('--file <file>', 'the text')
    .option('--foreign <title>', 'foreign code wrote the text: show it under this title, as a block of code')
    .option('--author <login>', 'the account that the token is of', 'github-actions[bot]')
    .action(async (options: CommentOptions) => {
      const why = await comment(options);
      if (why !== null) console.log(why);
    });
}
