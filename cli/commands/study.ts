/** `./outcry study`: repeats a study and judges its claims. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { buildChartsPage } from '../../chart-merger/build-page.ts';
import { conditionsInTexts, findConditions } from '../../loadtests/conditions/find.ts';
import { type FoundScenario, findScenarios, scenarioAbouts } from '../../loadtests/scenarios/find.ts';
import { planHere } from '../../loadtests/session/plan/plan-here.ts';
import { PREFLIGHT_SECONDS } from '../../loadtests/session/plan/session-options.ts';
import { allStudies, judgeAttempt, judgedKept, studyNamed } from '../../loadtests/studies/find-studies.ts';
import {
  legOptions,
  legsOf,
  newAttempt,
  newestBegun,
  planStudy,
  resumeBy,
  type StudyPlan,
  type StudyRunOptions,
  stateOfLeg,
  USUAL_RETRIES,
} from '../../loadtests/studies/plan-study.ts';
import { bestOf, withKept } from '../../merge/claims/best-size.ts';
import type { Attempt } from '../../merge/claims/judge-study.ts';
import { plannedSize } from '../../merge/claims/size-text.ts';
import type { JudgedStudy, Part, Study } from '../../merge/claims/types.ts';
import { mergeRuns } from '../../merge/index.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readStudySession, STUDY_SIZES, type StudySize } from '../../protocol/study-session.ts';
import { RunStore } from '../../records/store.ts';
import { attemptIn } from '../../records/study-files.ts';
import { type App, readApps } from '../../setup/apps/manifest/manifest.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { list, outputFile, whole, withJson, withResults, withRetries } from '../options/common-options.ts';
import { sayProblems } from '../options/runs-selected.ts';
import { makeOutput, type Say } from '../output/print.ts';
import { showSession } from '../output/show-session.ts';
import { lengthText, planText, secondsIn } from '../output/study-plan-text.ts';
import { studyText } from '../output/study-text.ts';

interface Options {
  quick: boolean;
  size: StudySize;
  plan: boolean;
  allFrameworks: boolean;
  parts?: string[];
  runs?: number;
  resume: boolean;
  kept: boolean;
  retries?: number;
  results: string;
  html?: string;
  json: boolean;
}

export async function addStudyCommand(program: Command): Promise<void> {
  const studies = await allStudies();
  const listed = studies.map(({ id, title, claims }) => `  ${id}  ${title} (${claims.length} claims)`);
  withRetries(withJson(withResults(program.command('study'))), USUAL_RETRIES)
    .argument('<study>', studies.map(({ id }) => id).join(', '))
    .description('repeat a study and judge each of its claims')
    .addOption(
      new Option(
        '--size <size>',
        'whole: as the study did it; full-console: its load by console clients; quick: some minutes',
      )
        .choices(STUDY_SIZES)
        .default('whole'),
    )
    .option('--quick', 'short for --size quick', false)
    .option('--plan', 'run nothing: print the parts, and how long they take', false)
    .option('--all-frameworks', 'measure every framework, not only those of the study', false)
    .option('--parts <ids>', 'only these parts of the plan; --resume --parts runs others of the same start', list)
    .option('--runs <n>', 'at most this many rounds of each part; the page says how many there were', whole(1, 1000))
    .option('--resume', 'continue the newest interrupted study; --runs and --retries may differ', false)
    .option('--kept', 'run nothing: judge the newest kept records', false)
    .option('--html <file>', 'where to write the page (default: beside the records)', outputFile)
    .addHelpText(
      'after',
      `\nStudies:\n${listed.join('\n')}\n\nExamples:\n  ./outcry study E --quick\n  ./outcry study A --size full-console --plan`,
    )
    .action((id: string, options: Options) => study(studyNamed(studies, id), options));
}

async function study(wanted: Study, options: Options): Promise<void> {
  const output = makeOutput(options.json);
  const scenarios = await findScenarios();
  const apps = readApps();
  const results = resolve(options.results);
  const size = options.quick ? 'quick' : options.size;
  demandSize(wanted, size);
  if (options.plan) return printPlan(wanted, { ...options, results }, size, apps, scenarios, output);
  const failed = options.kept ? [] : await runAll(wanted, { ...options, results }, size, apps, scenarios, output.say);
  const attempt = await newestRuns(results, wanted, output.say, options.kept ? undefined : size);
  const { records } = attempt;
  const judged = await judgeBeside(wanted, attempt);
  const file = resolve(
    options.html ?? join(results, `study-${judged.id.toLowerCase()}-${judged.size}-${judged.attempt}.html`),
  );
  await writePage(file, judged, records, scenarios, output.say);
  output.result(
    () => [studyText(judged), '', `Page: ${file}`].join('\n'),
    () => ({ ...judged, page: file, skipped: failed }),
  );
}

/** @throws OutcryError (wrong use) where no part of the study has the size */
function demandSize({ id, parts }: Study, size: StudySize): void {
  if (parts.some((part) => typeof plannedSize(part, size) !== 'string')) return;
  throw new OutcryError(`study ${id} has no ${size} size; use --size whole or --quick`, EXIT.usage);
}

/**
 * Reads what is asked of a start of the study: a new one, or with `--resume` the newest.
 * @throws OutcryError (wrong use) where there is none to continue
 */
function startOf(
  { id }: Study,
  { resume, allFrameworks: everything, parts, runs, retries, results }: Options,
  size: StudySize,
): StudyRunOptions {
  const begun = resume ? newestBegun(existsSync(results) ? readdirSync(results) : [], id, size) : null;
  if (resume && begun === null) {
    throw new OutcryError(`${results} has no interrupted study ${id} (${size}) to continue`, EXIT.usage);
  }
  return { size, results, attempt: begun ?? newAttempt(new Date()), everything, parts, runs, retries };
}

async function printPlan(
  wanted: Study,
  options: Options,
  size: StudySize,
  apps: App[],
  scenarios: FoundScenario[],
  output: ReturnType<typeof makeOutput>,
): Promise<void> {
  const plan = await planStudy(wanted, startOf(wanted, options, size), apps, scenarios);
  output.result(
    () => planText(wanted, size, plan, scenarioAbouts(scenarios)),
    () => ({
      study: wanted.id,
      size,
      seconds: secondsIn(plan),
      parts: plan.tasks.map(({ part, bytes, seconds, searches, state }) => ({
        id: part.id,
        bytes,
        seconds,
        searches,
        state,
      })),
      skipped: plan.skipped,
    }),
  );
}

async function runAll(
  wanted: Study,
  options: Options,
  size: StudySize,
  apps: App[],
  scenarios: FoundScenario[],
  say: Say,
): Promise<string[]> {
  const asked = startOf(wanted, options, size);
  const plan = await planStudy(wanted, asked, apps, scenarios);
  sayPlan(wanted, size, plan, say);
  return runLegs(wanted, plan, asked, scenarios, say);
}

function sayPlan({ id, title }: Study, size: StudySize, { tasks, skipped }: StudyPlan, say: Say): void {
  say(`study ${id}, ${size}: ${title}`);
  for (const sentence of skipped) say(`skipped: ${sentence}`);
  say(`${tasks.length} parts, ${lengthText(tasks)}; Ctrl-C stops the study, ${resumeBy(id, size)} goes on`);
}

/**
 * Runs the rest of the plan. A part is skipped when this machine lacks something it needs.
 * @returns a sentence for each part that could not be run
 */
async function runLegs(
  wanted: Study,
  { tasks }: StudyPlan,
  start: StudyRunOptions,
  scenarios: readonly FoundScenario[],
  say: Say,
): Promise<string[]> {
  const failed: string[] = [];
  // It runs before the first session only: the others follow at once.
  let preflight: number = PREFLIGHT_SECONDS;
  const lacking = new Set<Part>();
  for (const leg of legsOf(tasks, start.attempt)) {
    const { task, rounds } = leg;
    const { part, bytes, options } = task;
    const state = stateOfLeg(leg, start);
    if (state === 'finished' || lacking.has(part)) continue;
    const round = rounds === null ? '' : `, round ${rounds} of ${options.runs}`;
    say(
      `part ${tasks.indexOf(task) + 1} of ${tasks.length}, ${part.id}${bytes ? ', bytes' : ''}${round}: ${part.about}`,
    );
    try {
      const conditions = await conditionsInTexts(options.conditions, await findConditions());
      const asked = { ...legOptions(wanted, leg, start, state, preflight), conditions };
      await showSession(await planHere(asked, scenarios), { resumeBy: resumeBy(wanted.id, start.size) });
      preflight = 0;
    } catch (error) {
      if (!(error instanceof OutcryError) || error.exitCode !== EXIT.missing) throw error;
      lacking.add(part);
      failed.push(`${part.id}: ${error.message}`);
      say(`skipped: ${part.id}: ${error.message}`);
    }
  }
  return failed;
}

/** The records of the newest start of the study. @param size absent: of any size @throws OutcryError (wrong use) when there are none */
async function newestRuns(results: string, study: Study, say: Say, size?: StudySize): Promise<Attempt> {
  const store = new RunStore(results);
  const attempt = await attemptIn(store, study, size);
  const own = (await store.problems()).filter(({ file }) => readStudySession(file.split('/')[0]!)?.study === study.id);
  sayProblems(own, null, say);
  if (attempt !== null) return attempt;
  throw new OutcryError(
    `${store.folder} has no runs of study ${study.id} to judge. Make some: ./outcry study ${study.id}. Those that come with Outcry are judged already: docs/findings/study-${study.id.toLowerCase()}.md`,
    EXIT.usage,
  );
}

/** The newest start, judged, with the figures of the runs that come with Outcry beside its own. */
async function judgeBeside(wanted: Study, attempt: Attempt): Promise<JudgedStudy> {
  const judged = await judgeAttempt(wanted, attempt);
  const [first, ...others] = await judgedKept(wanted);
  return first === undefined ? judged : withKept(judged, bestOf([first, ...others]));
}

async function writePage(
  file: string,
  judged: JudgedStudy,
  records: RunRecord[],
  scenarios: readonly FoundScenario[],
  say: Say,
): Promise<void> {
  await buildChartsPage(say);
  const { renderReport } = await import('../../chart-merger/report.ts');
  const createdAt = new Date().toISOString();
  const meta = { title: `Study ${judged.id}: ${judged.title}`, createdAt, study: judged };
  const html = renderReport(mergeRuns(records), scenarioAbouts(scenarios), meta);
  try {
    writeFileSync(file, html);
  } catch (error) {
    throw new OutcryError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
  }
}
