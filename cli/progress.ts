/** Shows how far a session is: one line that is rewritten on a terminal, a line per step elsewhere. */
import type { EventEmitter } from 'node:events';
import type { SwarmProgress } from '../client-launcher/swarm.ts';
import { figureOf } from '../loadtests/runner/figures.ts';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { printable } from './output.ts';
import { figure } from './tables.ts';

/** Follows `events` on stderr. Returns how to stop (and to clear the line). */
export function showProgress(events: EventEmitter<SessionEvents>): () => void {
  const live = process.stderr.isTTY === true;
  let title = 'launching the swarm';
  let since = Date.now();
  let swarm: SwarmProgress | null = null;

  const draw = (): void => {
    if (!live) return;
    const seconds = Math.floor((Date.now() - since) / 1000);
    const counts = swarm
      ? `  ${swarm.membersUp}/${swarm.members} up, ${swarm.clientsConnected}/${swarm.clients} clients connected`
      : '';
    const line = `${title}${counts}  ${seconds} s`;
    process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  };
  const clear = (): void => {
    if (live) process.stderr.write('\r\u001b[K');
  };
  if (!live) console.error(title);

  events.on('swarm', (progress) => {
    const wasUp = swarm?.membersUp;
    swarm = progress;
    draw();
    if (!live && progress.membersUp !== wasUp && progress.membersUp === progress.members) {
      console.error(`swarm: ${progress.membersUp} of ${progress.members} up`);
    }
  });
  events.on('step', ({ run, step, number, of }) => {
    const count = of === null ? String(number) : `${number}/${of}`;
    title = `[${count}] ${run.app.id} ${run.transport}${of === null ? ` ${run.clients} clients` : ''} #${run.repetition}: ${step}`;
    since = Date.now();
    if (live) draw();
    else if (step === 'starting' || step === 'measuring') console.error(title);
  });
  events.on('record', (record) => {
    clear();
    console.error(printable(recordLine(record)));
    for (const finding of record.validity) {
      if (finding.level === 'fatal') console.error(printable(`  ${finding.code}: ${finding.message}`));
    }
  });
  return clear;
}

/** One finished run: what it says depends on what its scenario measures. */
function recordLine(record: RunRecord): string {
  const { framework, transport, clients, repetition } = record.identity;
  const of = (path: string): string => figure(figureOf(record, path));
  const { fromSent, receivedByClients } = record.metrics;
  const parts = [
    ...(fromSent === undefined ? [] : [`mean ${of('fromSent.mean')} ms`, `p99 ${of('fromSent.p99')} ms`]),
    ...(receivedByClients?.kind === 'count'
      ? [`delivered ${receivedByClients.total ?? 'nothing'} of ${receivedByClients.expected}`]
      : [`${clients} clients`]),
    `server CPU ${of('serverCpu.typical')}%`,
    ...(record.validity.length > 0 ? [`flags: ${record.validity.map(({ code }) => code).join(', ')}`] : []),
  ];
  return `${framework} ${transport} #${repetition}: ${parts.join(', ')}`;
}
