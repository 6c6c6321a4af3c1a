/** What a machine elsewhere measured of itself. */
import { checkedSamples } from '../console/elsewhere/check-messages.ts';
import type { HostReport } from '../swarm.ts';
import type { OpenMachine } from './open-machine.ts';

/** Ends the measurement of a test there. Never rejects: a machine that is gone measured nothing. */
export async function ownSamples({
  host,
  monitor,
  machine,
}: OpenMachine): Promise<Pick<HostReport, 'samples' | 'missing'>> {
  const missing = (why: string) => ({ samples: null, missing: why });
  if (machine.death !== null) return missing(`${host.name} ${machine.death}`);
  try {
    const samples = checkedSamples((await monitor?.end()) ?? null);
    return samples === null ? missing('the machine cannot be monitored') : { samples, missing: null };
  } catch (error) {
    return missing((error as Error).message);
  }
}
