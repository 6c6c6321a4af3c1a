/** `./outcry footprint`: client code, lines of code and packages of each app. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Size } from '../../footprint/client-code.ts';
import { type Footprint, footprintOf } from '../../footprint/footprint.ts';
import { FOOTPRINT_PAGE, withFootprints } from '../../footprint/footprint-table.ts';
import { makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { namesSome, selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { list, withApps, withJson } from '../options/common-options.ts';
import { makeOutput, table } from '../output/print.ts';

const LEGEND = `Client code: JavaScript that a visitor of the auction page loads, bytes minified / compressed by gzip.
"own" is the app's adapter with its parts of the kits. "page" is the same for every framework, except for the
bundler's glue.
Lines are the app's own, in any language, without empty lines, comments and tests. Packages are what the app installs to
run: of npm, NuGet, Maven and PyPI, Go modules and crates. The kit is the code shared by all apps in one language: the load test, the auction house,
the server's process.`;

export function addFootprintCommand(program: Command): void {
  withJson(withApps(program.command('footprint')))
    .description('measure client code, lines of code and packages of each framework')
    .option('--frameworks <ids>', 'only these frameworks, with commas between them', list)
    .option('--write', `write the table of all frameworks into ${FOOTPRINT_PAGE}`)
    .action(async (options: { apps?: string[]; frameworks?: string[]; json: boolean; write?: boolean }) => {
      const output = makeOutput(options.json);
      const asked = selectApps(findApps(options.apps), options.frameworks);
      const apps = await makeReady(asked, namesSome(options.frameworks), output.say);
      const footprints: Footprint[] = [];
      for (const app of apps) footprints.push(await footprintOf(app));
      if (options.write) writePage(footprints);
      output.result(
        () => footprintTable(footprints),
        () => footprints,
      );
    });
}

/** @throws OutcryError when a framework is missing from the table */
function writePage(footprints: Footprint[]): void {
  const measured = new Set(footprints.map(({ framework }) => framework));
  const missing = readApps().filter(({ id }) => !measured.has(id));
  if (missing.length > 0) {
    const names = missing.map(({ label }) => label).join(', ');
    const why = `${FOOTPRINT_PAGE} is not written: it needs all frameworks, and ${names} could not be measured`;
    throw new OutcryError(`${why}. Give no --frameworks; ./outcry doctor shows what an app is missing.`, EXIT.missing);
  }
  const file = join(ROOT, FOOTPRINT_PAGE);
  writeFileSync(file, withFootprints(readFileSync(file, 'utf8'), footprints));
}

const bytes = ({ minified, gzip }: Size): string => `${minified.toLocaleString('en')} / ${gzip.toLocaleString('en')}`;

function footprintTable(footprints: Footprint[]): string {
  const rows = footprints.map(({ label, client, lines, packages, kit }) => [
    label,
    bytes(client.framework),
    bytes(client.own),
    bytes(client.page),
    String(lines.server),
    String(lines.adapter),
    packages === null ? '–' : String(packages),
    String(kit.lines),
    kit.packages === null ? '–' : String(kit.packages),
  ]);
  const code = ['framework', 'framework code', 'own code', 'page'];
  const head = [...code, 'server lines', 'adapter lines', 'packages', 'kit lines', 'kit packages'];
  const missing = footprints.flatMap(({ label, packagesMissing }) =>
    packagesMissing === undefined ? [] : [`${label}: ${packagesMissing}`],
  );
  return [table(head, rows), LEGEND, ...missing].join('\n');
}
