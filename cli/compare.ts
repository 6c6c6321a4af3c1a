/** `./outcry compare A B`: runs against a baseline, and conditions that end the command with 4. */
import type { Command } from 'commander';
import { findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { EXIT } from '../system/errors.ts';
import { baselineNamed, demandOneForm, frameworksOf, type GateOptions, gateOf, isShut, withGate } from './gate.ts';
import { gateDocument, gateMarkdown, gateText } from './gate-text.ts';
import { withJson, withResults } from './options.ts';
import { makeOutput } from './output.ts';
import { demandRuns } from './runs-named.ts';

interface Options extends GateOptions {
  results: string;
  json: boolean;
}

export function addCompareCommand(program: Command): void {
  withGate(withJson(withResults(program.command('compare'))))
    .description('compare runs with a baseline: ratios with intervals, and conditions that fail')
    .argument('<baseline>', 'a session, a file or a folder with records; or one of the frameworks of the runs')
    .argument('<runs>', 'a session, a file or a folder with records')
    .addHelpText(
      'after',
      `
A row is compared with the baseline of the same framework, transport, scenario, parameters and swarm; of another
version too where there is only one. What was measured in one session is compared round by round, and tells more.

A condition has three outcomes: it fails (is shown to hold, beyond noise), it passes (is shown not to), or nothing can
be told with so few runs. Exit code 4 when one fails; with --strict also when nothing can be told of one, or a row has
nothing to be compared with.

A condition names a metric and what of it, such as fromSent.p99 or serverCpu; p99 alone is that of the metric that rows
are ranked by. The unit of a limit must fit the metric: ms and s, %, bytes to GB, or messages.

Examples:
  ./outcry compare 20261122t041302z-fc40 20261123t090000z-01ab --fail-if 'p99 > 1.10 x baseline'
  ./outcry compare baseline/ 20261122t041302z-fc40 --fail-if 'lost > 0' --markdown`,
    )
    .action(compare);
}

async function compare(there: string, here: string, options: Options): Promise<void> {
  const output = makeOutput(options.json);
  demandOneForm(options);
  const records = await demandRuns(here, options.results, output.say);
  const baseline = await baselineNamed(there, options.results, frameworksOf(records), output.say);
  const gate = gateOf(records, baseline, options.failIf ?? [], scenarioAbouts(await findScenarios()));
  const failed = isShut(gate, options.strict);
  output.result(
    () => (options.markdown ? gateMarkdown(gate, there, options.strict) : gateText(gate, options.strict)),
    () => gateDocument(gate, there, failed),
  );
  if (failed) process.exitCode = EXIT.failed;
}
