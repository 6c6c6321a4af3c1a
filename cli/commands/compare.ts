/** `./outcry compare A B`: compares runs with a baseline; a condition that fails ends the command with 4. */
import type { Command } from 'commander';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { frameworksOf, gateOf, isShut } from '../../merge/gate/baseline.ts';
import { EXIT } from '../../system/errors.ts';
import { withJson, withResults } from '../options/common-options.ts';
import { baselineNamed, demandOneForm, type GateOptions, withGate } from '../options/gate-options.ts';
import { demandRuns } from '../options/runs-named.ts';
import { gateDocument, gateMarkdown, gateText } from '../output/gate-text.ts';
import { writeJunit } from '../output/junit.ts';
import { makeOutput } from '../output/print.ts';

interface Options extends GateOptions {
  results: string;
  json: boolean;
}

export function addCompareCommand(program: Command): void {
  withGate(withJson(withResults(program.command('compare'))))
    .description('compare runs with a baseline: ratios with intervals, and conditions that can fail')
    .argument('<baseline>', 'a session, a file or a folder with records; or one of the frameworks of the runs')
    .argument('<runs>', 'a session, a file or a folder with records')
    .addHelpText(
      'after',
      `
A row is compared with the baseline row of the same framework, transport, scenario, parameters and swarm. Another
version counts too, if there is only one. Runs of one session are compared round by round, which shows smaller differences.
Across sessions the session is the unit; one session of each side cannot tell. ./outcry run --against measures both in one.

A condition has three outcomes. It fails when the runs show, beyond noise, that it holds. It passes when they show that
it does not hold. Otherwise it is undecided: more runs are needed. The exit code is 4 when a condition fails; with
--strict also when one is undecided or a row has no baseline.

A condition names a metric and what of it, such as serverCpu.max or serverCpu; p99 alone is that of the metric that rows
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
  writeJunit(gate, options);
  output.result(
    () => (options.markdown ? gateMarkdown(gate, there, options.strict) : gateText(gate, options.strict)),
    () => gateDocument(gate, there, failed),
  );
  if (failed) process.exitCode = EXIT.failed;
}
