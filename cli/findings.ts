/** `./outcry findings`: writes what the kept records say of the studies' claims. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { findScenarios } from '../loadtests/scenarios/find.ts';
import type { JudgedStudy } from '../merge/claims/types.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { readStudySession } from '../protocol/study-session.ts';
import { readApps } from '../setup/apps/manifest.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { ROOT } from '../system/root.ts';
import { RunStore } from '../web-api/store.ts';
import { findingsPage } from './findings-page.ts';
import { allStudies, KEPT_RUNS, sourceOf } from './studies.ts';
import { judgeKept } from './study.ts';

const PAGE = join(ROOT, 'docs', 'findings.md');

export function addFindingsCommand(program: Command): void {
  program
    .command('findings')
    .description('write docs/findings.md from the records of studies that come with Outcry')
    .option('--check', 'write nothing: fail when the page and the records disagree', false)
    .action(async ({ check }: { check: boolean }) => {
      const wanted = await keptFindings();
      const agrees = wanted === read();
      if (check && !agrees)
        throw new OutcryError(`${PAGE} is not what the records say; write it with ./outcry findings`, EXIT.failed);
      if (!agrees) writeFileSync(PAGE, wanted);
      console.error(`${PAGE}: ${agrees ? 'as the records say' : 'written'}`);
    });
}

function read(): string | null {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch {
    return null;
  }
}

/** What `docs/findings.md` must be: all studies that have kept runs, each judged by its newest attempt. */
export async function keptFindings(): Promise<string> {
  const store = new RunStore(KEPT_RUNS);
  const kept = await store.sessions();
  const [scenarios, apps] = [await findScenarios(), readApps()];
  const judged: JudgedStudy[] = [];
  const missing: string[] = [];
  for (const study of await allStudies()) {
    const sessions = kept.map(({ id }) => id).filter((id) => readStudySession(id)?.study === study.id);
    const records: RunRecord[] = sessions.length === 0 ? [] : await store.records({ session: sessions });
    if (records.length === 0) missing.push(study.id);
    else judged.push(judgeKept(study, records, apps, scenarios, await sourceOf(study)));
  }
  return findingsPage(judged, missing);
}
