/**
 * A server of several processes on one machine. The coordinator listens, and hands each new connection to the next process that serves, in turn
 * (`node:cluster`). Those serve clients and pages; the coordinator has what there is one of: names, counts, control, the auction house.
 */
import cluster from 'node:cluster';
import type { ClusterApp } from './cluster-app.ts';
import { runCoordinator } from './coordinator-process.ts';
import { runWorker } from './worker-process.ts';

/** Serves `app` until SIGTERM. A client cannot end it; when one of its processes or programs ends, it ends, and says so (exit code 1). */
export function runCluster<Connection>(app: ClusterApp<Connection>): void {
  if (cluster.isPrimary) void runCoordinator(app);
  else void runWorker(app);
}
