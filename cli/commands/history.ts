/** `./outcry history`: a figure over versions or sessions, with the points where it changed. */
import type { Command } from 'commander';
import { findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { planHere } from '../../loadtests/session/plan/plan-here.ts';
import { PREFLIGHT_SECONDS } from '../../loadtests/session/plan/session-options.ts';
import { specsOf } from '../../merge/charts.ts';
import { type History, historiesOf } from '../../merge/compare/history.ts';
import { rankedRows } from '../../merge/gate/gate.ts';
import { type Row, rowSays, rowsOf } from '../../merge/gate/gate-rows.ts';
import { figureFault, withMetric } from '../../merge/text/figure-words.ts';
import { freshSentence } from '../../merge/text/history-sentences.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { versionsFrom } from '../../setup/apps/versions/published-versions.ts';
import { noSuch } from '../../system/did-you-mean.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { list, whole, withApps, withJson, withResults } from '../options/common-options.ts';
import { selectRecords } from '../options/runs-selected.ts';
import { historyText } from '../output/history-text.ts';
import { makeOutput, printable, type Say } from '../output/print.ts';
import { showSession } from '../output/show-session.ts';

interface Options {
  apps?: string[];
  results: string;
  walk?: string;
  transports?: string[];
  scenario?: string;
  session?: string;
  figure: string;
  runs: number;
  clients: number;
  watch: boolean;
  json: boolean;
}

export function addHistoryCommand(program: Command): void {
  withApps(withJson(withResults(program.command('history'))))
    .description('show a figure over versions, or over sessions, and name the points where it changed')
    .argument('<framework>', 'the framework')
    .option(
      '--walk <version>',
      'first measure the newest patch of each minor version from this one on (of one minor version, up to 8 patches), in one session',
    )
    .option('--runs <n>', 'with --walk: rounds', whole(3, 1000), 5)
    .option('--clients <n>', 'with --walk: console clients', whole(1, 100_000), 20)
    .option('--transports <names>', 'only these transports', list)
    .option('--scenario <name>', 'only this scenario')
    .option('--session <id>', 'only this session')
    .option('--figure <figure>', 'such as p99, serverCpu or serverMemory.max', 'mean')
    .option('--watch', 'end with exit code 4 where the newest point shows a change, for a job of every night', false)
    .addHelpText(
      'after',
      `
Versions that were measured in the same rounds are compared round by round. Otherwise each session is one point, named by
its --note or its time, and by its commit of Outcry where there are several. Points are split where both sides differ most, if
a permutation test finds more than chance there (E-divisive, as in Apache Otava). Of sessions, a change is seen when some
points lie behind it: --watch reports it then, once.

Examples:
  ./outcry history FRAMEWORK --walk 4.0
  ./outcry history FRAMEWORK --figure serverCpu
  ./outcry history FRAMEWORK --watch`,
    )
    .action(history);
}

/** Measures the versions. @returns the session */
async function walk(framework: string, from: string, options: Options, say: Say): Promise<string> {
  const [app] = selectApps(findApps(options.apps), [framework]);
  const versions = await versionsFrom(app!, from);
  say(`${framework}: ${versions.join(', ')}`);
  const frameworks = versions.map((version) => `${framework}@${version}`);
  const { apps, results, transports, scenario, runs, clients } = options;
  const planned = await planHere(
    {
      ...{ results, frameworks, runs, clients, preflight: PREFLIGHT_SECONDS, swarm: 'console' },
      ...(apps && { apps }),
      ...(transports && { transports }),
      ...(scenario && { scenario }),
    },
    await findScenarios(),
  );
  return (await showSession(planned)).session;
}

/** @param figure as `--figure` has it */
export async function historiesIn(records: RunRecord[], figure: string): Promise<History[]> {
  const rows = rowsOf(records);
  const rankedOf = rankedRows(rows, scenarioAbouts(await findScenarios()));
  const pathOf = (row: Row): string => withMetric(figure, rankedOf(row).metric);
  for (const row of rows.slice(0, 1)) demandFigure(pathOf(row), rows);
  return historiesOf(rows, pathOf, rowSays);
}

/** @throws OutcryError (wrong use) for a metric that no row has, and for what its kind knows no figure of */
function demandFigure(path: string, rows: readonly Row[]): void {
  const specs = specsOf(rows.map(({ merge }) => merge));
  const name = path.split('.')[0]!;
  if (!Object.hasOwn(specs, name)) throw noSuch('metric', name, Object.keys(specs).sort());
  const fault = figureFault(path, specs[name]!.kind);
  if (fault !== null) throw new OutcryError(fault, EXIT.usage);
}

async function history(framework: string, options: Options): Promise<void> {
  const output = makeOutput(options.json);
  const session =
    options.walk === undefined ? options.session : await walk(framework, options.walk, options, output.say);
  const { results, transports, scenario, figure } = options;
  const wanted = {
    ...{ results, frameworks: [framework], includeInvalid: false },
    ...(transports && { transports }),
    ...(scenario && { scenario }),
    ...(session && { session: [session] }),
  };
  const found = await historiesIn(await selectRecords(wanted, output.say), figure);
  if (found.length === 0) {
    throw new OutcryError(
      `${framework} has no two versions or sessions of one load with this figure; ./outcry history ${framework} --walk VERSION measures versions`,
      EXIT.usage,
    );
  }
  const fresh = options.watch ? found.flatMap((each) => freshSentence(each) ?? []) : [];
  output.result(
    () => [...found.map(historyText), ...fresh.map(printable)].join('\n\n'),
    () => ({ histories: found, ...(options.watch ? { fresh } : {}) }),
  );
  if (fresh.length > 0) process.exitCode = EXIT.failed;
}
