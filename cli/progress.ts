/** Shows how far a session is. */
import type { EventEmitter } from 'node:events';
import type { SwarmProgress } from '../client-launcher/swarm.ts';
import { figureOf } from '../loadtests/runner/figures.ts';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { type FoundScenario, rankedByIn } from '../loadtests/scenarios/find.ts';
import { lookText, unfitText } from '../merge/look-sentences.ts';
import { rankedOfRun } from '../merge/ranked.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import type { RankedBy } from '../protocol/scenario-charts.ts';
import { nameOf } from '../setup/apps/versions.ts';
import { part } from './expectations.ts';
import { frameworkName } from './framework-name.ts';
import { printable } from './output.ts';
import type { StepBar } from './step-bar.ts';
import { figure } from './tables.ts';

/** Follows `events` with `bar`: on a terminal how far everything is, elsewhere what begins and what is over. */
export function showProgress(
  events: EventEmitter<SessionEvents>,
  bar: StepBar,
  scenarios: readonly FoundScenario[],
): void {
  const { outlook } = bar;
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
    if (progress.membersUp > 0) outlook.begin(part.launch);
    show();
    if (progress.membersUp !== progress.members) return;
    launched = true;
    if (!bar.live) bar.step(`swarm: ${progress.membersUp} of ${progress.members} up`);
  });
  events.on('looking', (seconds) => {
    title = `looking at the machine for ${seconds} s`;
    outlook.begin(part.look);
    bar.step(title);
  });
  events.on('looked', (look) => {
    outlook.end(part.look);
    bar.say(lookText(look));
    const unfit = unfitText(look);
    if (unfit !== null) bar.say(printable(unfit));
    title = 'launching the swarm';
    outlook.begin(part.launch);
    bar.step(title);
  });
  events.on('step', ({ run, step, number, of }) => {
    for (const over of [part.look, part.launch]) outlook.end(over);
    for (let before = 1; before < number; before++) outlook.end(part.run(before));
    outlook.begin(part.run(number));
    const count = of === null ? String(number) : `${number}/${of}`;
    title = `[${count}] ${nameOf(run.app)} ${run.transport}${of === null ? ` ${run.clients} clients` : ''} #${run.repetition}: ${step}`;
    if (bar.live) show();
    else if (step === 'starting' || step === 'measuring') bar.step(title);
  });
  events.on('again', ({ record, because }) => {
    const { transport, repetition } = record.identity;
    const what = because.map(({ message }) => message).join('; ');
    bar.say(
      printable(
        `${frameworkName(record.identity)} ${transport} #${repetition} was disturbed and is done again: ${what}`,
      ),
    );
  });
  events.on('record', (record) => {
    bar.say(printable(recordLine(record, rankedByIn(scenarios, record.identity.scenario))));
    for (const finding of record.validity) {
      if (finding.level === 'fatal') bar.say(printable(`  ${finding.code}: ${finding.message}`));
    }
  });
}

/** The figures of one run that its scenario ranks rows by. */
function rankedTexts(record: RunRecord, by: RankedBy): string[] {
  const name = rankedOfRun(by, record);
  const metric = record.metrics[name];
  if (metric === undefined) return [];
  const of = (path: string): string => `${figure(figureOf(record, path))} ${metric.unit}`;
  return metric.kind === 'trend'
    ? [`mean ${of(`${name}.mean`)}`, `p99 ${of(`${name}.p99`)}`]
    : [`${metric.label} ${of(name)}`];
}

/** One finished run: what it says depends on what its scenario measures. */
function recordLine(record: RunRecord, by: RankedBy): string {
  const { transport, clients, repetition } = record.identity;
  const of = (path: string): string => figure(figureOf(record, path));
  const { receivedByClients } = record.metrics;
  const parts = [
    ...rankedTexts(record, by),
    ...(receivedByClients?.kind === 'count'
      ? [`delivered ${receivedByClients.total ?? 'nothing'} of ${receivedByClients.expected}`]
      : [`${clients} clients`]),
    `server CPU ${of('serverCpu.typical')}%`,
    ...(record.validity.length > 0 ? [`flags: ${record.validity.map(({ code }) => code).join(', ')}`] : []),
  ];
  return `${frameworkName(record.identity)} ${transport} #${repetition}: ${parts.join(', ')}`;
}
