/** `./outcry doctor`: what is on this machine, what it is needed for, how to get the rest. */
import type { Command } from 'commander';
import { readApps } from '../setup/apps/manifest.ts';
import { doctorTable } from '../setup/doctor/doctor.ts';
import { withJson } from './options.ts';
import { makeOutput, table } from './output.ts';

export function addDoctorCommand(program: Command): void {
  withJson(program.command('doctor'))
    .description('show each tool: found or not, version, what it is needed for, how to get it')
    .action(async (options: { json: boolean }) => {
      const rows = await doctorTable(readApps());
      makeOutput(options.json).result(
        () =>
          table(
            ['what', 'state', 'version', 'needed for', 'how to get it'],
            rows.map(({ label, state, version, neededFor, howToGet }) => [
              label,
              state,
              version ?? '',
              neededFor,
              howToGet,
            ]),
          ),
        () => rows,
      );
    });
}
