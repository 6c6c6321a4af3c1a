/** Shows how far a session is: one line that is rewritten on a terminal, a line per step elsewhere. */
import type { EventEmitter } from 'node:events';
import type { SwarmProgress } from '../client-launcher/swarm.ts';
import { serverFigures } from '../loadtests/runner/figures.ts';
import type { SessionEvents } from '../loadtests/runner/session.ts';
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
    title = `[${number}/${of}] ${run.app.id} ${run.transport} #${run.repetition}: ${step}`;
    since = Date.now();
    if (live) draw();
    else if (step === 'starting' || step === 'measuring') console.error(title);
  });
  events.on('record', (record) => {
    clear();
    const { fromSent } = record.latency;
    const { cpuPercentMedian } = serverFigures(record);
    const flags = record.validity.map((finding) => finding.code).join(', ');
    const { framework, transport, repetition } = record.identity;
    console.error(
      printable(
        `${framework} ${transport} #${repetition}: mean ${figure(fromSent?.mean)} ms, p99 ${figure(fromSent?.p99)} ms, delivered ${record.totals.receivedByClients ?? 'nothing'} of ${record.totals.expectedDeliveries}, server CPU ${figure(cpuPercentMedian)}%${flags ? `, flags: ${flags}` : ''}`,
      ),
    );
    for (const finding of record.validity) {
      if (finding.level === 'fatal') console.error(printable(`  ${finding.code}: ${finding.message}`));
    }
  });
  return clear;
}
