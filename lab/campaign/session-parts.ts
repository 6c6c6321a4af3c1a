/** The parts of a session that can be killed or stopped, and how each is found. */
import type { RunRecord } from '../../protocol/run-record.ts';
import { processTree } from '../../system/process-tree.ts';
import { endedBySignal, finds, isInvalid, lacks, type Part, type Scene, type Target } from './fault.ts';

export interface Victim {
  /** What it is called in faults. */
  name: string;
  scenes: readonly Scene[];
  /** All there are now. */
  find(target: Target): Part[];
  /** Whether a run in whose test it was killed says so; absent: the run does not need it. */
  told?(record: RunRecord): boolean;
  /** Whether a run says so in whose test it was stopped for `leastMs` or longer; absent: none need. */
  stopped?: { leastMs: number; told(record: RunRecord): boolean };
}

const labelled =
  (pattern: RegExp) =>
  (target: Target): Part[] =>
    target.parts().filter(({ label }) => pattern.test(label));

/** What runs below the parts that `pattern` fits. */
const below =
  (pattern: RegExp, what: string) =>
  (target: Target): Part[] =>
    labelled(pattern)(target).flatMap(({ pid }) =>
      processTree(pid)
        .slice(1, 2)
        .map((child) => ({ label: what, pid: child })),
    );

const SERVER = / server$/;
const DRIVER = /^the driver of /;

/** The monitor looks at the server ten times a second, at everything else once. */
const seenInServer = { leastMs: 500, told: finds('process-stopped') };
const seenElsewhere = { leastMs: 1_500, told: finds('process-stopped') };

export const VICTIMS: readonly Victim[] = [
  {
    name: 'server',
    scenes: ['plain', 'fed'],
    find: labelled(SERVER),
    // One that is killed before it is up has restarted nothing: the run says how it ended.
    told: endedBySignal('server-restarted'),
    stopped: seenInServer,
  },
  {
    name: 'worker',
    scenes: ['plain', 'fed'],
    find: labelled(/^console worker /),
    told: endedBySignal('client-died'),
    stopped: seenElsewhere,
  },
  {
    name: 'monitor',
    scenes: ['plain'],
    find: labelled(/^monitor$/),
    told: lacks('serverCpu'),
    stopped: { leastMs: 1_000, told: finds('monitor-gaps') },
  },
  {
    name: 'backend',
    scenes: ['fed'],
    find: labelled(/^backend$/),
    told: endedBySignal('backend-failed'),
    // What was due meanwhile is fed late.
    stopped: { leastMs: 500, told: finds('backend-late', 'process-stopped') },
  },
  { name: 'capture', scenes: ['captured'], find: labelled(/^capture$/), told: lacks('wireBytes') },
  { name: 'proxy', scenes: ['proxied'], find: labelled(/^counting proxy$/), told: isInvalid, stopped: seenElsewhere },
  { name: 'web API', scenes: ['charts'], find: labelled(/^web API$/) },
  // What a server has started first: a broker, or one of several processes that serve.
  {
    name: "server's child",
    scenes: ['brokered'],
    find: below(SERVER, "server's child"),
    told: isInvalid,
    stopped: seenInServer,
  },
  { name: 'driver', scenes: ['browser'], find: labelled(DRIVER), told: isInvalid },
  { name: 'driver host', scenes: ['browser'], find: labelled(/^driver host$/), told: isInvalid },
  { name: 'browser', scenes: ['browser'], find: below(DRIVER, 'browser'), told: isInvalid, stopped: seenElsewhere },
];
