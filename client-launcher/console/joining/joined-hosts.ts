/** The machines of joined workers, and their own measurements. */
import type { MemberReport } from '../../../member/contract.ts';
import type { HostAbout } from '../../member-host.ts';
import type { HostReport, SwarmHosts } from '../../swarm.ts';
import type { JoinedWorker } from './joined-worker.ts';

/** Tells machines apart that are called alike: each but the first gets a number behind its name, for as long as the session lasts. */
export class HostNames {
  readonly #ids = new Map<string, string>();

  /** Of machines that do not say which they are, those with one name are one. */
  nameOf({ name, id }: HostAbout): string {
    if (id === null) return name;
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}#${number}`;
      if ((this.#ids.get(free) ?? id) !== id) continue;
      this.#ids.set(free, id);
      return free;
    }
  }
}

export class JoinedHosts implements SwarmHosts {
  readonly #holders: () => readonly JoinedWorker[];

  /** @param holders the workers that hold clients now */
  constructor(holders: () => readonly JoinedWorker[]) {
    this.#holders = holders;
  }

  async begin(): Promise<void> {
    // A worker that cannot be asked has died, which the test's outcome says.
    await Promise.allSettled(this.#holders().map((worker) => worker.watch()));
  }

  async end(reports: readonly MemberReport[]): Promise<HostReport[]> {
    return Promise.all(this.#holders().map((worker) => reportOf(worker, reports)));
  }
}

async function reportOf(worker: JoinedWorker, reports: readonly MemberReport[]): Promise<HostReport> {
  const { host, here } = worker;
  const own = reports.find(({ clientIds }) => clientIds[0] === worker.clientIds[0]);
  const known = { host, here, members: 1, clock: own?.clock ?? null };
  try {
    const { samples = null } = await worker.watched();
    return { ...known, samples, missing: samples === null ? 'the machine cannot be monitored' : null };
  } catch (error) {
    return { ...known, samples: null, missing: (error as Error).message };
  }
}
