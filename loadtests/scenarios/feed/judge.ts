/** Judges runs where a backend feeds clients: each body reaches each client, once and in order. Pure. */
import type { Flag } from '../../../protocol/run-record.ts';
import { complaintIn, expectedOf, finding, inWords as n, refusalsIn, sum, totalOf } from '../evidence.ts';
import type { Evidence } from '../scenario.ts';

/**
 * @param lostBesides what was lost besides bodies, a sentence each
 */
export function judgeFeed(evidence: Evidence, lostBesides: readonly string[] = []): Flag[] {
  const { metrics, outcome } = evidence;
  const findings: Flag[] = [];
  const lost = [...lostBodies(evidence), ...lostBesides];
  if (lost.length > 0) findings.push(finding('messages-lost', `${lost.join('; ')}${complaintIn(outcome)}`));
  const duplicates = totalOf(metrics.duplicates);
  if (duplicates > 0) findings.push(finding('duplicates', `${n(duplicates)} bodies were delivered twice`));
  const outOfOrder = totalOf(metrics.outOfOrder);
  if (outOfOrder > 0) findings.push(finding('out-of-order', `${n(outOfOrder)} bodies overtook an earlier one`));
  const handed = totalOf(metrics.sentByServer);
  const delivered = totalOf(metrics.receivedByClients);
  if (lost.length === 0 && duplicates === 0 && metrics.sentByServer !== undefined && handed !== delivered) {
    const message = `the server says it sent ${n(handed)}, the clients that they got ${n(delivered)}`;
    findings.push(finding('counts-disagree', message));
  }
  const negative = sum(
    outcome.reports.map((report) => {
      const { delivery } = report.metrics;
      return delivery?.kind === 'trend' ? delivery.negative : 0;
    }),
  );
  if (negative > 0) {
    findings.push(
      finding('negative-latency', `${n(negative)} bodies arrived before they were fed: a clock has jumped`),
    );
  }
  return findings;
}

/** A sentence for each way in which bodies were lost. */
function lostBodies({ metrics, outcome, counts }: Evidence): string[] {
  const { sentByBackend, receivedByServer, receivedByClients, duplicates, missing } = metrics;
  const fed = totalOf(sentByBackend);
  const had = totalOf(receivedByServer);
  const unique = totalOf(receivedByClients) - totalOf(duplicates);
  const lost: string[] = [];
  if (fed < expectedOf(sentByBackend)) lost.push(`the backend fed ${n(fed)} of ${n(expectedOf(sentByBackend))}`);
  if (counts !== null && had < fed) lost.push(`the server had ${n(had)} of the ${n(fed)} that were fed`);
  if (unique < expectedOf(receivedByClients)) {
    lost.push(`${n(unique)} of ${n(expectedOf(receivedByClients))} were delivered`);
  } else if (totalOf(missing) > 0) lost.push(`clients miss ${n(totalOf(missing))} bodies`);
  const refused = refusalsIn(outcome);
  if (refused !== null) lost.push(refused);
  return lost;
}
