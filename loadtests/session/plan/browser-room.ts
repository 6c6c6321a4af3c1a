/** Whether browsers have connections for their clients, looked at before anything is built or started. */
import { clientsPerBrowser } from '../../../client-launcher/browser/clients-per-browser.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { SessionPlan } from './session-plan.ts';

/**
 * @param sharing whether a browser's requests share connections
 * @throws OutcryError (wrong use) when requests of a browser would wait for each other
 */
export function demandBrowserRoom(
  { browsers, clients, combinations }: Pick<SessionPlan, 'browsers' | 'clients' | 'combinations'>,
  sharing: boolean,
): void {
  if (browsers === 0) return;
  const most = Math.ceil(clients / browsers);
  for (const { transport } of combinations) {
    const limit = clientsPerBrowser(transport, sharing);
    if (most <= limit) continue;
    throw new OutcryError(
      `${most} clients per browser over ${transport} are more than the browser's connections to one host allow (${limit}); use ${Math.ceil(clients / limit)} browsers for ${clients} clients, fewer clients, or --crowded to measure what happens`,
      EXIT.usage,
    );
  }
}
