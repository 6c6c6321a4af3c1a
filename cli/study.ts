/** `./outcry study`: does a whole study again and says what still holds. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { buildChartsPage } from '../chart-merger/build-page.ts';
import { type FoundScenario, findScenarios, scenarioAbouts } from '../loadtests/scenarios/find.ts';
import { breakingsOf } from '../loadtests/studies/breakings.ts';
import { judgeStudy, newestAttempt } from '../merge/claims/judge-study.ts';
import type { JudgedStudy, Study } from '../merge/claims/types.ts';
import { mergeRuns } from '../merge/index.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { readStudySession, type StudySize } from '../protocol/study-session.ts';
import { type App, readApps } from '../setup/apps/manifest.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { RunStore } from '../web-api/store.ts';
import { againOption, withJson, withResults } from './options.ts';
import { minutes } from './outlook.ts';
import { makeOutput, type Say } from './output.ts';
import { allStudies, sourceOf, studyNamed } from './studies.ts';
import { newAttempt, newestBegun, planStudy, runStudy, type StudyPlan } from './study-run.ts';
import { studyText } from './study-text.ts';

interface Options {
  quick: boolean;
  allFrameworks: boolean;
  resume: boolean;
  kept: boolean;
  again: number;
  results: string;
  html?: string;
  json: boolean;
}

export async function addStudyCommand(program: Command): Promise<void> {
  const studies = await allStudies();
  const listed = studies.map(({ id, title, claims }) => `  ${id}  ${title} (${claims.length} claims)`);
  withJson(withResults(program.command('study')))
    .argument('<study>', studies.map(({ id }) => id).join(', '))
    .description('do a study again and judge each of its claims: holds, does not hold, cannot be tested here')
    .option('--quick', 'some five minutes: fewer clients, messages and runs, as its page says', false)
    .option('--all-frameworks', 'on every framework, and not only on those that the study had', false)
    .option('--resume', 'go on with the newest attempt that was interrupted', false)
    .addOption(againOption(2))
    .option('--kept', 'run nothing: judge the newest attempt that is kept', false)
    .option('--html <file>', 'where to write its page (default: beside the records)')
    .addHelpText('after', `\nStudies:\n${listed.join('\n')}\n\nExample:\n  ./outcry study E --quick`)
    .action((id: string, options: Options) => study(studyNamed(studies, id), options));
}

async function study(wanted: Study, options: Options): Promise<void> {
  const output = makeOutput(options.json);
  const scenarios = await findScenarios();
  const apps = readApps();
  const results = resolve(options.results);
  const size: StudySize = options.quick ? 'quick' : 'whole';
  const failed = options.kept ? [] : await runAll(wanted, { ...options, results }, size, apps, scenarios, output.say);
  const records = await keptRecords(results, wanted.id, options.kept ? null : size);
  const judged = judgeKept(wanted, records, apps, scenarios, await sourceOf(wanted));
  const file = resolve(
    options.html ?? join(results, `study-${judged.id.toLowerCase()}-${judged.size}-${judged.attempt}.html`),
  );
  await writePage(file, judged, records, scenarios, output.say);
  output.result(
    () => [studyText(judged), '', `Page: ${file}`].join('\n'),
    () => ({ ...judged, page: file, leftOut: failed }),
  );
}

async function runAll(
  wanted: Study,
  { resume, allFrameworks, again, results }: Options,
  size: StudySize,
  apps: App[],
  scenarios: FoundScenario[],
  say: Say,
): Promise<string[]> {
  const begun = resume ? newestBegun(existsSync(results) ? readdirSync(results) : [], wanted.id, size) : null;
  if (resume && begun === null) {
    throw new OutcryError(`no attempt at study ${wanted.id} (${size}) in ${results} to go on with`, EXIT.usage);
  }
  const asked = { size, results, attempt: begun ?? newAttempt(new Date()), everything: allFrameworks, again };
  const plan = await planStudy(wanted, asked, apps, scenarios);
  sayPlan(wanted, size, plan, say);
  return runStudy(wanted, plan, asked, scenarios, say);
}

function sayPlan({ id, title }: Study, size: StudySize, { tasks, leftOut }: StudyPlan, say: Say): void {
  const known = tasks.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const searches = tasks.filter(({ seconds }) => seconds === null).length;
  say(`study ${id}, ${size}: ${title}`);
  for (const sentence of leftOut) say(`left out: ${sentence}`);
  const open = searches === 0 ? '' : `, and ${searches} searches of which nobody knows how long they take`;
  say(`${tasks.length} parts, about ${minutes(known)} minutes${open}; Ctrl-C stops it, --resume goes on`);
}

/** The records of the newest attempt: of this size, where one is asked for. @throws OutcryError (wrong use) when there are none */
export async function keptRecords(results: string, study: string, size: StudySize | null): Promise<RunRecord[]> {
  const store = new RunStore(results);
  const ids = (await store.sessions())
    .map(({ id }) => id)
    .filter((id) => {
      const session = readStudySession(id);
      return session?.study === study && (size === null || session.size === size);
    });
  const attempt = ids.length === 0 ? null : newestAttempt(study, await store.records({ session: ids }));
  if (attempt !== null) return attempt.records;
  throw new OutcryError(
    `there are no runs of study ${study} in ${store.folder}; ./outcry study ${study} makes some`,
    EXIT.usage,
  );
}

/** @param records of one attempt or more: the newest is judged */
export function judgeKept(
  wanted: Study,
  records: RunRecord[],
  apps: App[],
  scenarios: readonly FoundScenario[],
  source: string | null,
): JudgedStudy {
  const attempt = newestAttempt(wanted.id, records)!;
  const breakings = breakingsOf(wanted, attempt, apps, scenarios);
  const known = { breakings, scenarios: scenarioAbouts(scenarios) };
  return judgeStudy(wanted, attempt, { ...known, ...(source === null ? {} : { source }) });
}

async function writePage(
  file: string,
  judged: JudgedStudy,
  records: RunRecord[],
  scenarios: readonly FoundScenario[],
  say: Say,
): Promise<void> {
  await buildChartsPage(say);
  const { renderReport } = await import('../chart-merger/report.ts');
  const createdAt = new Date().toISOString();
  const meta = { title: `Study ${judged.id}: ${judged.title}`, createdAt, study: judged };
  const html = renderReport(mergeRuns(records), scenarioAbouts(scenarios), meta);
  try {
    writeFileSync(file, html);
  } catch (error) {
    throw new OutcryError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
  }
}
