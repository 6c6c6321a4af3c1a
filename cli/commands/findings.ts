/** `./outcry findings`: writes the pages that judge the studies' claims by the kept records. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { findingsHere } from '../../loadtests/studies/find-studies.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { ROOT } from '../../system/root.ts';
import { findingsPage } from '../output/findings/findings-page.ts';
import { fileOf } from '../output/findings/markdown.ts';
import { recoveryPage } from '../output/findings/recovery-page.ts';
import { studyPage } from '../output/findings/study-page.ts';

const DOCS = join(ROOT, 'docs');
const MAIN = 'findings.md';
const RECOVERY = 'recovery.md';
/** The pages of the studies, all of them written. */
const FOLDER = 'findings';

export function addFindingsCommand(program: Command): void {
  program
    .command('findings')
    .description(
      'write docs/findings.md, docs/recovery.md and docs/findings/ from the records of studies that come with Outcry',
    )
    .option('--check', 'write nothing: fail when the pages and the records disagree', false)
    .addHelpText(
      'after',
      '\nTo keep the runs of a study, move the folders of its sessions to results/reference/kept and pack them:\n  ./outcry pack --results results/reference/kept SESSION...',
    )
    .action(async ({ check }: { check: boolean }) => {
      const wanted = await wantedFindings();
      const wrong = differing(wanted, writtenFindings());
      if (check && wrong.length > 0) {
        throw new OutcryError(`${wrong.join(', ')}: does not match the records; run ./outcry findings`, EXIT.failed);
      }
      for (const name of wrong) write(name, wanted.get(name));
      console.error(`${join(DOCS, MAIN)}: ${wrong.length === 0 ? 'matches the records' : 'written'}`);
    });
}

/** The files that must be there, by their paths below `docs/`: each study with kept runs, judged by its newest start in each size. */
export async function wantedFindings(): Promise<Map<string, string>> {
  const { findings, studies } = await findingsHere();
  const pages = studies.map((study): [string, string] => [`${FOLDER}/${fileOf(study)}`, studyPage(study)]);
  const own: [string, string][] = [
    [MAIN, findingsPage(findings)],
    [RECOVERY, recoveryPage(findings, readApps())],
  ];
  return new Map([...own, ...pages]);
}

/** The files that are there, by their paths below `docs/`. */
export function writtenFindings(): Map<string, string> {
  const names = [MAIN, RECOVERY, ...filesBelow(FOLDER)];
  return new Map(
    names.flatMap((name): [string, string][] => {
      const text = read(name);
      return text === null ? [] : [[name, text]];
    }),
  );
}

function differing(wanted: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): string[] {
  const names = new Set([...wanted.keys(), ...there.keys()]);
  return [...names].filter((name) => wanted.get(name) !== there.get(name)).sort();
}

function write(name: string, text: string | undefined): void {
  const file = join(DOCS, name);
  if (text === undefined) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function read(name: string): string | null {
  try {
    return readFileSync(join(DOCS, name), 'utf8');
  } catch {
    return null;
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(join(DOCS, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
  } catch {
    return [];
  }
}
