/** What each finding means, for readers of the charts. */
import type { FINDING_CODES } from '../../protocol/run-record.ts';

type KnownCode = keyof typeof FINDING_CODES;

const EXPLANATIONS: Record<KnownCode, string> = {
  'messages-lost': 'Some deliveries that should have come never came.',
  duplicates: 'Some messages were delivered more than once to the same client.',
  'out-of-order': 'Messages of one sender overtook each other.',
  'counts-disagree': 'Clients and server counted different numbers of messages.',
  'transport-fell-back': 'The framework used another transport than the one asked for.',
  'client-died': 'A browser or a worker of the swarm died during the run.',
  'server-restarted': 'The server process was replaced during the run.',
  'backend-failed': 'The backend that feeds the server did not feed all it was to feed.',
  'negative-latency': 'Some messages seem to have arrived before they were sent: a clock jumped.',
  overtime: 'Messages were still under way after the planned end.',
  'swarm-saturated': 'The machine of the swarm was the bottleneck: the latencies are partly its own.',
  'backend-late': 'The backend did not keep its schedule.',
  'warm-up-short': 'The server was still getting faster when measuring began.',
  'warm-up-not-level': 'Throughput or latency had not levelled when measuring began.',
  'few-runs': 'Too few runs for an interval that says much, or for a comparison.',
  'monitor-gaps': 'CPU and memory were sampled with gaps.',
  'server-waited': 'The server waited for a CPU often enough to change latencies.',
  'server-starved': "Latencies are mostly the server's waiting for a CPU, so the row is not ranked.",
  'priority-lost': 'Some processes did not get the priority that others of their kind have.',
  'cpu-by-others': 'Other programs used the CPU during the run: latencies and CPU are partly theirs.',
  'cpu-stolen': 'The hypervisor gave the CPU to other machines during the run.',
  'clock-changed': 'The clock of the CPU changed during the run, so that its seconds are not alike.',
  swapped: 'Memory went to swap or came from there during the run, which stalls whoever needs it.',
  'disk-stalled': 'Something waited for a disk for a good part of the run.',
  'process-stopped':
    'Processes of the run were stopped for a while, as by a debugger: latencies have that time in them.',
  'segments-resent':
    'The network lost what was sent, or was interrupted: latencies have the wait until it was sent again in them.',
  'wire-proxy': 'A counting proxy stood between clients and server and adds to every latency.',
  'capture-gaps': 'The capture that counts bytes missed packets, so that there are no counts.',
  'network-off': 'The network was not as slow, or as fast, as it was asked to be.',
  'stand-in': 'Something stood in for a part of the framework.',
  'edition-limits': 'The edition that was run limits what can be measured.',
  'import-counts-lost': 'The imported counts add up to less than was sent.',
  'import-counts-over': 'The imported counts add up to more than was planned.',
  'import-missing-seconds': 'The imported series lack seconds.',
  'import-uneven-series': 'The imported series of one run differ in length.',
  'import-unit-assumed': 'The imported file does not say its unit as it is; it was assumed.',
  'import-skipped': 'Parts of the imported file could not be read and were skipped.',
};

/** A sentence for a finding's code; nothing for a scenario's own, whose message says all. */
export function explain(code: string): string {
  return EXPLANATIONS[code as KnownCode] ?? '';
}
