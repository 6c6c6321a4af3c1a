/** The machines of remote workers, and their own measurements. */
import { commonClock } from '../../../member/clock-relation.ts';
import type { MemberReport } from '../../../member/contract.ts';
import type { HostAbout } from '../../member-host.ts';
import type { HostReport, SwarmHosts } from '../../swarm.ts';
import { checkedSamples } from './check-messages.ts';
import type { OpenMachine } from './open-machine.ts';
import type { RemoteWorker } from './remote-worker.ts';

/** Tells machines apart that are called alike: each but the first gets a number behind its name, for as long as the session lasts. */
export class HostNames {
  readonly #ids = new Map<string, string>();

  /** Of machines that do not say which they are, those with one name are one. */
  nameOf({ name, id }: Pick<HostAbout, 'name' | 'id'>): string {
    if (id === null) return name;
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}#${number}`;
      if ((this.#ids.get(free) ?? id) !== id) continue;
      this.#ids.set(free, id);
      return free;
    }
  }
}

export class RemoteHosts implements SwarmHosts {
  readonly #holders: () => readonly RemoteWorker[];

  /** @param holders the workers that hold clients now */
  constructor(holders: () => readonly RemoteWorker[]) {
    this.#holders = holders;
  }

  async begin(): Promise<void> {
    // A machine that cannot be asked is gone, which the test's outcome says.
    const begun = this.#machines().map(([{ monitor }, workers]) =>
      monitor?.begin(workers.filter(({ death }) => death === null).map(({ remotePid }) => remotePid)),
    );
    await Promise.allSettled(begun);
  }

  async end(reports: readonly MemberReport[]): Promise<HostReport[]> {
    return Promise.all(this.#machines().map(([on, workers]) => reportOf(on, workers, reports)));
  }

  #machines(): [OpenMachine, RemoteWorker[]][] {
    const machines = new Map<OpenMachine, RemoteWorker[]>();
    for (const worker of this.#holders()) machines.set(worker.on, [...(machines.get(worker.on) ?? []), worker]);
    return [...machines];
  }
}

async function reportOf(
  { host, here, monitor, machine }: OpenMachine,
  workers: readonly RemoteWorker[],
  reports: readonly MemberReport[],
): Promise<HostReport> {
  const firsts = workers.map(({ clientIds }) => clientIds[0]);
  const own = reports.filter(({ clientIds }) => firsts.includes(clientIds[0]));
  const clock = own.length < workers.length ? null : commonClock(own.map((report) => report.clock));
  const known = { host, here, members: workers.length, clock };
  const missing = (why: string): HostReport => ({ ...known, samples: null, missing: why });
  if (machine.death !== null) return missing(`${host.name} ${machine.death}`);
  try {
    const samples = checkedSamples((await monitor?.end()) ?? null);
    return samples === null ? missing('the machine cannot be monitored') : { ...known, samples, missing: null };
  } catch (error) {
    return missing((error as Error).message);
  }
}
