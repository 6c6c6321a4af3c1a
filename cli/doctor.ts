/** `./outcry doctor`: what is on this machine, what it is needed for, how to get the rest. */
import type { Command } from 'commander';
import { floorText } from '../merge/floor-sentences.ts';
import { findApps } from '../setup/apps/elsewhere.ts';
import { doctorTable } from '../setup/doctor/doctor.ts';
import type { DoctorRow } from '../setup/doctor/doctor-row.ts';
import { underPriority } from '../system/priority/take.ts';
import { narrowTable } from './narrow-table.ts';
import { withApps, withJson } from './options.ts';
import { makeOutput, printable } from './output.ts';
import { freshFloor } from './session-floor.ts';

/** Wide enough for the table, narrow enough to be read. */
const WIDTH = { usual: 80, most: 120 };

export function addDoctorCommand(program: Command): void {
  withJson(withApps(program.command('doctor')))
    .description('show each tool: found or not, version, what it is needed for, how to get it')
    .option(
      '--measure',
      'measure instead what the bench itself adds: the smallest server over the same path, timers, monitor, proxy',
      false,
    )
    .action(async (options: { apps?: string[]; measure: boolean; json: boolean }) => {
      if (options.measure) return measureBench(options.json);
      const rows = await doctorTable(findApps(options.apps));
      const width = Math.min(process.stdout.columns ?? WIDTH.usual, WIDTH.most);
      makeOutput(options.json).result(
        () => doctorText(rows, width),
        () => rows,
      );
    });
}

/** Sessions of the next day on this machine take this over, unless something disturbed it. */
async function measureBench(json: boolean): Promise<void> {
  const output = makeOutput(json);
  // As in a session, which takes it over.
  const floor = await underPriority(() => freshFloor(true, output.say));
  output.result(
    () => printable(floorText(floor)),
    () => floor,
  );
}

/** A row for each of `rows`; below those that are not `ok`, what to do. No line is longer than `width`, but for addresses that are. */
export function doctorText(rows: DoctorRow[], width: number): string {
  return narrowTable(
    ['what', 'state', 'version', 'needed for'],
    rows.map(({ label, state, version, neededFor, howToGet }) => ({
      cells: [label, state, version ?? '', neededFor],
      below: howToGet === '' ? '' : `what to do: ${howToGet}`,
    })),
    width,
  );
}
