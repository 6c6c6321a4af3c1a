/** The next step for each flag that every run may carry, given the options that its runs had already. */
import type { FLAG_CODES } from '../../protocol/run-record.ts';
import type { Merge } from '../types.ts';

/** As much of a row as advice depends on. */
export type Advised = Pick<Merge, 'runs'> & { combination: Pick<Merge['combination'], 'swarm' | 'conditions'> };

/** The number of rounds beyond which advice for more of them is no longer given. */
const MANY_ROUNDS = 6;

type Advice = string | ((row: Advised) => string);

interface Placed {
  server?: string;
  swarmCpus?: string;
}

/** The placement's value, as records have it. */
function placedAs({ combination: { conditions } }: Advised): Placed {
  const value = conditions?.placement?.value;
  return typeof value === 'object' ? (value as Placed) : {};
}

/** The option that has clients of this kind run on other machines. */
const swarmElsewhere = ({ combination: { swarm } }: Advised): string =>
  swarm === 'browser'
    ? 'put the browsers on another machine with --grid URL'
    : 'put the swarm on another machine with --on ssh:HOST';

function moreCpu(row: Advised): string {
  const { server, swarmCpus } = placedAs(row);
  const fewer = row.combination.swarm === 'browser' ? 'fewer --browsers' : 'fewer --clients';
  if (server === 'elsewhere') return `The server has a machine of its own already: use ${fewer} or a lower --rate.`;
  if (swarmCpus !== undefined) return `The cores are shared out already: use ${fewer}, or ${swarmElsewhere(row)}.`;
  return `Use ${fewer} or a lower --rate, keep server and swarm apart with --pin, or ${swarmElsewhere(row)}.`;
}

function quietMachine(row: Advised): string {
  if (row.runs < MANY_ROUNDS) return 'End other programs, and use --retries 3 to repeat disturbed runs.';
  return `There are ${row.runs} rounds already, and more will not help: end the other programs, or measure on another machine.`;
}

const serverSide = (row: Advised): string =>
  placedAs(row).server === 'container'
    ? 'Read the log of the container, and allow it more with --server-memory and --server-cpus.'
    : 'Run ./outcry verify FRAMEWORK, and read what the server printed.';

const LOST = 'Run ./outcry verify FRAMEWORK. If it passes, use fewer clients or a lower --rate.';
const REPEAT = 'Repeat the run: add rounds with --resume SESSION --time 6m.';

const ADVICE: Record<keyof typeof FLAG_CODES, Advice> = {
  'messages-lost': LOST,
  duplicates: LOST,
  'out-of-order': LOST,
  'counts-disagree': LOST,
  'transport-fell-back': 'Look at a front or proxy between clients and server, and run ./outcry verify FRAMEWORK.',
  'client-died': (row) =>
    row.combination.swarm === 'browser'
      ? 'Use fewer --browsers or --clients-per-browser, or add memory.'
      : 'Use fewer --clients-per-worker, or add memory.',
  'front-died': 'Read the log of the front, and repeat the run with --resume SESSION.',
  'server-restarted': serverSide,
  'backend-failed': 'Read the message, and use a lower --rate if the server refuses what it is fed.',
  'negative-latency': 'Stop what sets the clock, such as a time service, during the session. Then repeat the run.',
  overtime: 'Use fewer clients or a lower --rate, if the server shall keep up.',
  'swarm-saturated': moreCpu,
  'backend-late': moreCpu,
  'server-waited': moreCpu,
  'server-starved': moreCpu,
  'warm-up-short': "Leave --warmup out, so that each app's own time is used.",
  'warm-up-not-level': 'Use a longer --warmup. If the load itself grows, use a lower --rate.',
  'few-runs': 'Use --runs 3 or more, or go on with --resume SESSION --time 6m.',
  'monitor-gaps': moreCpu,
  'server-logged': "Turn the app's log of messages off.",
  'priority-lost': 'Allow nice values or control groups to this user, or use --no-priority for all rows.',
  'cpu-by-others': quietMachine,
  'cpu-stolen': (row) =>
    row.runs < MANY_ROUNDS
      ? 'Use --retries 3 to repeat disturbed runs, or measure on a machine without a hypervisor.'
      : `There are ${row.runs} rounds already, and more will not help: measure on a machine without a hypervisor.`,
  'cpu-throttled': 'Raise the CPU quota of the container or control group.',
  'clock-changed': 'Set the CPU governor to performance, and look after the cooling.',
  swapped: 'End other programs, use fewer clients, or add memory.',
  'disk-stalled': quietMachine,
  'process-stopped': REPEAT,
  'machine-slept': 'Keep the machine awake. Then repeat the run.',
  'segments-resent': ({ combination: { conditions } }) =>
    conditions?.network === undefined
      ? 'Look at the network between the machines. On one machine, use fewer clients.'
      : 'The network of --network may lose packets. If it shall not, choose another one.',
  'wire-proxy': 'Allow a capture: ./outcry doctor says what it needs. For latencies, leave --wire out.',
  'capture-gaps': 'Use fewer clients or a lower --rate with --wire.',
  'protocol-fell-back': 'Name the protocol that clients shall use, such as --front haproxy:h2, and look at the front.',
  'network-off': 'End other programs, and choose a network that this machine can keep up with.',
  substitute: 'Install the part itself: ./outcry doctor says how. Or compare it with other substitutes alone.',
  'edition-limits': 'Use an edition without the limit, or a load below it.',
  'import-counts-lost': 'Look for files of this run that are missing, and import it anew.',
  'import-counts-over': 'Look for files of other runs among those of this run, and import it anew.',
  'import-uneven-series': 'Look for files that were cut short, and import the run anew.',
  'import-unit-assumed': 'Write the unit into the file, and import it anew.',
};

/** A sentence or two; empty for a scenario's own flag, whose message says all. */
export function adviceOn(code: string, row: Advised): string {
  const advice = (ADVICE as Record<string, Advice | undefined>)[code];
  return typeof advice === 'function' ? advice(row) : (advice ?? '');
}
