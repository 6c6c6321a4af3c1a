/** The machines of remote workers, and their own measurements. */
import { commonClock } from '../../../member/clock-relation.ts';
import type { MemberReport } from '../../../member/contract.ts';
import type { OpenMachine } from '../../elsewhere/open-machine.ts';
import { ownSamples } from '../../elsewhere/own-samples.ts';
import type { HostReport, SwarmHosts } from '../../swarm.ts';
import type { RemoteWorker } from './remote-worker.ts';

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
  on: OpenMachine,
  workers: readonly RemoteWorker[],
  reports: readonly MemberReport[],
): Promise<HostReport> {
  const { host, here } = on;
  const firsts = workers.map(({ clientIds }) => clientIds[0]);
  const own = reports.filter(({ clientIds }) => firsts.includes(clientIds[0]));
  const clock = own.length < workers.length ? null : commonClock(own.map((report) => report.clock));
  return { host, here, members: workers.length, clock, ...(await ownSamples(on)) };
}
