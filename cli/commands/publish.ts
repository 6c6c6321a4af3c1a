/** `./outcry publish DIR [SESSION…]`: writes a static site from the records of studies that come with Outcry, and from sessions. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { buildChartsPage } from '../../chart-merger/build-page.ts';
import { findingsHere, KEPT_RUNS } from '../../loadtests/studies/find-studies.ts';
import { packedRecords } from '../../records/pack-session.ts';
import { PACKED } from '../../records/packed-session.ts';
import { ROOT } from '../../system/root.ts';
import { folder, withResults } from '../options/common-options.ts';
import { selectMerges } from '../options/runs-selected.ts';
import { reportPage, reportTitle } from '../output/report-page.ts';
import { recordsFile, type SessionPage, sessionsOf, siteFiles } from '../output/site.ts';
import { filesBefore, writeSite } from '../output/write-site.ts';

export function addPublishCommand(program: Command): void {
  withResults(program.command('publish'))
    .description('write a static site: what to choose, the studies, the method, charts of sessions, the raw records')
    .argument('<dir>', 'the folder of the site: an empty one, or one that publish wrote', folder)
    .argument('[sessions...]', 'ids of sessions that get a page of charts')
    .addHelpText(
      'after',
      '\nThe site needs no server and loads nothing from elsewhere: open DIR/index.html, or copy DIR to any web host, below any address.\nPages of charts are drawn with Highcharts, whose licence is free for non-commercial use only.',
    )
    .action(async (dir: string, sessions: string[], { results }: { results: string }) => {
      const say = (line: string): void => console.error(line);
      const to = resolve(dir);
      filesBefore(to);
      await buildChartsPage(say);
      const pages: SessionPage[] = [];
      for (const id of new Set(sessions)) {
        const selected = await selectMerges({ results, session: [id], includeInvalid: false }, say);
        pages.push({ id, title: reportTitle(selected.sessions), html: await reportPage(selected, say) });
      }
      const kept = await findingsHere();
      const files = new Map<string, string | Uint8Array>(siteFiles(kept, pages, join(ROOT, 'chart-merger', 'dist')));
      for (const id of kept.studies.flatMap(sessionsOf))
        files.set(recordsFile(id), readFileSync(join(KEPT_RUNS, id, PACKED)));
      for (const { id } of pages) files.set(recordsFile(id), packedRecords(resolve(results), id));
      writeSite(to, files);
      console.log(`written: ${join(to, 'index.html')} and ${files.size - 1} more files`);
    });
}
