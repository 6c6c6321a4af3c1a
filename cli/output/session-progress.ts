/** Prints what a session is about to do, how it goes, and each run that is over. */
import type { EventEmitter } from 'node:events';
import type { SwarmProgress } from '../../client-launcher/swarm.ts';
import { type FoundScenario, rankedByIn, rolesIn, scenarioNamed } from '../../loadtests/scenarios/find.ts';
import { runSeconds } from '../../loadtests/session/plan/round-plan.ts';
import { expectSession, part, sum } from '../../loadtests/session/plan/session-estimate.ts';
import type { SessionPlan } from '../../loadtests/session/plan/session-plan.ts';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { rankedOfRun } from '../../merge/compare/ranked.ts';
import { recordFigure as figureOf } from '../../merge/record-figures.ts';
import { ENOUGH_RUNS, frameworkName } from '../../merge/run-facts.ts';
import { flagWords } from '../../merge/text/flags.ts';
import { preflightText, unfitText } from '../../merge/text/preflight-sentences.ts';
import { cpuMetric } from '../../metrics/metric.ts';
import { counted, plainFigure as figure } from '../../metrics/numbers.ts';
import { shownUnit } from '../../metrics/units.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { printable, type Say } from './print.ts';
import type { StepBar } from './progress-bar.ts';

export interface ShownSession {
  scenarios: readonly FoundScenario[];
  /** The charts are served meanwhile. */
  charts: boolean;
  /** The command that continues the session; default: {@link RESUME}. */
  resumeBy?: string | undefined;
}

const RESUME = './outcry run --resume';

/** Follows `events` with `bar`: on a terminal the progress of each step, elsewhere its start and end. */
export function showProgress(
  events: EventEmitter<SessionEvents>,
  bar: StepBar,
  { scenarios, charts, resumeBy = RESUME }: ShownSession,
): void {
  const { estimate } = bar;
  events.on('remark', bar.say);
  events.on('doing', bar.step);
  events.on('part', ({ name, over }) => (over ? estimate.end(name) : estimate.begin(name)));
  events.on('planned', ({ plan, browserIsThere }) => {
    bar.say(announcement(plan, scenarios, resumeBy));
    expectSession(estimate, { plan, scenarios, browserIsThere, charts });
  });
  let title = 'launching the swarm';
  let swarm: SwarmProgress | null = null;
  let launched = false;

  const show = (): void => {
    const counts = swarm
      ? `  ${swarm.membersUp}/${swarm.members} up, ${swarm.clientsConnected}/${swarm.clients} clients connected`
      : '';
    bar.detail(`${title}${counts}`);
  };

  events.on('swarm', (progress) => {
    swarm = progress;
    if (launched) return;
    if (progress.membersUp > 0) estimate.begin(part.launch);
    show();
    if (progress.membersUp !== progress.members) return;
    launched = true;
    if (!bar.live) bar.step(`swarm: ${progress.membersUp} of ${progress.members} up`);
  });
  events.on('checking', (seconds) => {
    title = `preflight check for ${seconds} s`;
    estimate.begin(part.preflight);
    bar.step(title);
  });
  const checked = (...lines: (string | null)[]): void => {
    estimate.end(part.preflight);
    for (const line of lines) if (line !== null) bar.say(printable(line));
    title = 'launching the swarm';
    estimate.begin(part.launch);
    bar.step(title);
  };
  events.on('checked', (check) => checked(preflightText(check), unfitText(check)));
  events.on('notChecked', (why) => checked(`No preflight check: ${why}`));
  events.on('step', ({ run, step, number, of }) => {
    for (const over of [part.preflight, part.launch]) estimate.end(over);
    estimate.begin(part.rounds);
    for (let before = 1; before < number; before++) estimate.end(part.run(before));
    estimate.begin(part.run(number));
    const count = of === null ? `run ${number}` : `${number}/${of}`;
    title = `[${count}] ${nameOf(run.app)} ${run.transport}${of === null ? ` ${run.clients} clients` : ''} #${run.repetition}: ${step}`;
    if (bar.live) show();
    else if (step === 'starting' || step === 'measuring') bar.step(title);
  });
  events.on('firstFigure', ({ combination: { app, transport }, of, value }) => {
    const what = of === 'slice' ? 'first slice, mean' : 'warmed up, median';
    bar.say(printable(`${nameOf(app)} ${transport}: ${what} ${figure(value)} ms`));
  });
  events.on('discarded', ({ record, because }) => {
    const { transport, repetition } = record.identity;
    const what = because.map(({ message }) => message).join('; ');
    bar.say(
      printable(`${frameworkName(record.identity)} ${transport} #${repetition} was disturbed; retrying: ${what}`),
    );
  });
  events.on('record', (record) => {
    bar.say(printable(recordLine(record, scenarios)));
    for (const finding of record.validity) {
      if (finding.level === 'fatal') bar.say(printable(`  ${finding.code}: ${finding.message}`));
    }
  });
}

/** Prints each notice of a session once, with the first record that has it. @returns the printed notices, growing while the session runs */
export function printNotices(events: EventEmitter<SessionEvents>, say: Say): ReadonlySet<string> {
  const printed = new Set<string>();
  events.on('record', ({ notice }) => {
    if (notice === undefined || printed.has(notice)) return;
    printed.add(notice);
    say(printable(`Notice: ${notice}`));
  });
  return printed;
}

const minutes = (seconds: number): string => `${Math.ceil(seconds / 60)} min`;

/** Says what a session is about to do, how long it takes, and that it can be stopped. @param resumeBy the command that continues it */
export function announcement(plan: SessionPlan, scenarios: readonly FoundScenario[], resumeBy: string): string {
  const { mostRuns: most, until, search, combinations, asked } = plan;
  const names = [...new Set(combinations.map(({ app }) => nameOf(app)))];
  const { scenario } = scenarioNamed(scenarios, asked.scenario);
  const about = search === null ? `, about ${minutes(most * sum(runSeconds(plan, scenario)))}` : '';
  const rounds =
    until === null
      ? `${most} ${most === 1 ? 'run' : 'runs'} of each at most${about}`
      : `rounds for ${minutes(until.seconds)}${until.decided ? ' at most, until the order is decided' : ''}`;
  const few =
    until === null && search === null && most < ENOUGH_RUNS ? ` Rows are ranked after ${ENOUGH_RUNS} rounds.` : '';
  return `Measures ${names.join(', ')}: ${rounds}.${few} Ctrl-C stops; ${resumeBy} goes on.`;
}

/** The figures of one run that rank its row. */
function rankedTexts(record: RunRecord, by: RankedBy): string[] {
  const name = rankedOfRun(by, record);
  const metric = record.metrics[name];
  if (metric === undefined) return [];
  const { unit, size } = shownUnit(metric);
  // The unit of a count is a plural.
  if (metric.kind === 'count' && metric.total !== null && size === 1) {
    return [`${metric.label} ${counted(metric.total, unit.replace(/s$/, ''))}`];
  }
  const of = (path: string): string => {
    const value = figureOf(record, path);
    return `${figure(value === null ? null : value / size)} ${unit}`;
  };
  if (metric.kind !== 'trend') return [`${metric.label} ${of(name)}`];
  const p99 = `${name}.p99`;
  return [`mean ${of(`${name}.mean`)}`, ...(figureOf(record, p99) === null ? [] : [`p99 ${of(p99)}`])];
}

/** One finished run: what it says depends on what its scenario measures. */
function recordLine(record: RunRecord, scenarios: readonly FoundScenario[]): string {
  const { scenario, transport, clients, repetition } = record.identity;
  const of = (path: string): string => figure(figureOf(record, path));
  const roles = rolesIn(scenarios, scenario);
  const delivered = record.metrics[roles.delivered ?? ''];
  const parts = [
    ...rankedTexts(record, rankedByIn(scenarios, scenario)),
    ...(delivered?.kind === 'count'
      ? [`delivered ${delivered.total ?? 'nothing'} of ${delivered.expected}`]
      : [`${clients} clients`]),
    `server CPU ${of(`${cpuMetric(roles)}.typical`)}%`,
    ...(record.validity.length > 0 ? [`flags: ${record.validity.map(({ code }) => flagWords(code)).join(', ')}`] : []),
  ];
  return `${frameworkName(record.identity)} ${transport} #${repetition}: ${parts.join(', ')}`;
}
