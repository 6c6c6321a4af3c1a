/** `./outcry doctor`: which tools this machine has, what they are for, and how to get missing ones; with `--on`, what other machines have. */
import type { Command } from 'commander';
import { checkMachine } from '../../loadtests/monitor/machine-check.ts';
import { freshOverhead } from '../../loadtests/overhead/session-overhead.ts';
import { overheadText } from '../../merge/text/overhead-sentences.ts';
import { counted } from '../../metrics/numbers.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { type DoctorRow, doctorTable } from '../../setup/doctor/doctor.ts';
import { type MachineSpec, readMachines } from '../../system/elsewhere/machine-spec.ts';
import { EXIT } from '../../system/errors.ts';
import { underPriority } from '../../system/priority/take.ts';
import { withApps, withJson } from '../options/common-options.ts';
import { machinesTable } from '../output/machine-check-text.ts';
import { narrowTable, wrap } from '../output/narrow-table.ts';
import { makeOutput, printable } from '../output/print.ts';

/** The prefix of the ids of rows about apps. */
const APP = 'app:';

/** Wide enough for the table, narrow enough to be read. */
const WIDTH = { usual: 80, most: 120 };

export function addDoctorCommand(program: Command): void {
  withJson(withApps(program.command('doctor')))
    .description('show for each tool whether it is here, its version, its use and how to get it')
    .option(
      '--measure',
      'measure the harness overhead instead: the smallest server on the same path, timers, monitor, proxy',
      false,
    )
    .option(
      '--on <machines>',
      'check these machines instead, as ./outcry run --on and --server name them',
      readMachines,
    )
    .action(async (options: { apps?: string[]; measure: boolean; on?: MachineSpec[]; json: boolean }) => {
      if (options.on !== undefined) return checkMachines(options.on, options.json);
      if (options.measure) return measureBench(options.json);
      const rows = await doctorTable(findApps(options.apps));
      makeOutput(options.json).result(
        () => doctorText(rows, width()),
        () => rows,
      );
    });
}

const width = (): number => Math.min(process.stdout.columns ?? WIDTH.usual, WIDTH.most);

/** Ends with 3 if one of them cannot be used. */
async function checkMachines(specs: readonly MachineSpec[], json: boolean): Promise<void> {
  const checks = await Promise.all(specs.map((spec) => checkMachine({ spec, workers: spec.count })));
  makeOutput(json).result(
    () => machinesTable(checks, width()),
    () => checks,
  );
  if (checks.some(({ problem }) => problem !== null)) process.exitCode = EXIT.missing;
}

/** Sessions of the next day on this machine reuse the figures, unless something disturbed them. */
async function measureBench(json: boolean): Promise<void> {
  const output = makeOutput(json);
  // Under the same priority as in a session, which reuses the figures.
  const overhead = await underPriority(() => freshOverhead(true, output.say));
  output.result(
    () => printable(overheadText(overhead)),
    () => overhead,
  );
}

/** `9 of 10 frameworks can run here. Not: play.`, and how many of the other rows are not ok. */
function summaryOf(rows: readonly DoctorRow[]): string {
  const apps = rows.filter(({ id }) => id.startsWith(APP));
  const lacking = apps.filter(({ state }) => state !== 'ok').map(({ id }) => id.slice(APP.length));
  const not = lacking.length === 0 ? '' : ` Not: ${lacking.join(', ')}.`;
  const others = rows.filter(({ id, state }) => state !== 'ok' && !id.startsWith(APP)).length;
  const rest =
    others === 0
      ? ''
      : ` ${counted(others, 'row')} below ${others === 1 ? 'is' : 'are'} not ok; each says what needs it.`;
  return `${apps.length - lacking.length} of ${counted(apps.length, 'framework')} can run here.${not}${rest}`;
}

/**
 * How many frameworks can run here, then a row for each of `rows`; a row that is not `ok` says what to do. Lines fit `width`, except long
 * addresses.
 */
export function doctorText(rows: DoctorRow[], width: number): string {
  const table = narrowTable(
    ['what', 'state', 'version', 'needed for'],
    rows.map(({ label, state, version, neededFor, howToGet }) => ({
      cells: [label, state, version ?? '', neededFor],
      below: howToGet === '' ? '' : `what to do: ${howToGet}`,
    })),
    width,
  );
  return [...wrap(summaryOf(rows), width), '', table].join('\n');
}
