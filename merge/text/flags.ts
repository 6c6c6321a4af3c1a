/** The meaning of each flag that every run may carry, for people: in a few words, and in a sentence. */
import type { FLAG_CODES } from '../../protocol/run-record.ts';
import type { MergedFlag } from '../types.ts';
import { type Advised, adviceOn } from './flag-advice.ts';

type KnownCode = keyof typeof FLAG_CODES;

interface FlagText {
  /** For where a sentence has no room. */
  words: string;
  sentence: string;
}

const FLAGS: Record<KnownCode, FlagText> = {
  'messages-lost': { words: 'messages were lost', sentence: 'Some expected deliveries never arrived.' },
  duplicates: {
    words: 'messages came twice',
    sentence: 'Some messages were delivered more than once to the same client.',
  },
  'out-of-order': { words: 'messages overtook each other', sentence: 'Messages of one sender overtook each other.' },
  'counts-disagree': {
    words: 'clients and server counted differently',
    sentence: 'Clients and server counted different numbers of messages.',
  },
  'transport-fell-back': {
    words: 'it used another transport',
    sentence: 'The framework used another transport than the one asked for.',
  },
  'client-died': { words: 'a client died', sentence: 'A browser or a worker of the swarm died during the run.' },
  'front-died': { words: 'the front died', sentence: 'The reverse proxy before the server ended during the run.' },
  'server-restarted': { words: 'the server was replaced', sentence: 'The server process was replaced during the run.' },
  'backend-failed': { words: 'the backend failed', sentence: 'The backend did not feed all messages to the server.' },
  'negative-latency': {
    words: 'a clock jumped',
    sentence: 'Some messages seem to have arrived before they were sent: a clock jumped.',
  },
  overtime: { words: 'it did not finish in time', sentence: 'Messages were still under way after the planned end.' },
  'swarm-saturated': {
    words: 'the load generator was overloaded',
    sentence: 'The machine of the swarm was the bottleneck: the latencies are partly its own.',
  },
  'backend-late': { words: 'the backend was late', sentence: 'The backend did not keep its schedule.' },
  'warm-up-short': {
    words: 'it was still getting faster',
    sentence: 'The server was still getting faster when measuring began.',
  },
  'warm-up-not-level': {
    words: 'it was still getting faster or slower',
    sentence: 'Throughput or latency was not level yet when measuring began.',
  },
  'few-runs': { words: 'too few runs', sentence: 'Too few runs for a useful interval, or for a comparison.' },
  'monitor-gaps': {
    words: 'CPU and memory were sampled with gaps',
    sentence: 'CPU and memory were sampled with gaps.',
  },
  'server-waited': {
    words: 'the server waited for a CPU',
    sentence: 'The server waited for a CPU often enough to change latencies.',
  },
  'server-starved': {
    words: 'latencies are mostly the server waiting for a CPU',
    sentence: "Latencies are mostly the server's waiting for a CPU, so the row is not ranked.",
  },
  'server-logged': {
    words: 'the server logged its messages',
    sentence: 'The server wrote so much to its log that its figures are partly those of logging.',
  },
  'priority-lost': {
    words: 'processes lost their priority',
    sentence: 'Some processes did not get the priority that others of their kind have.',
  },
  'cpu-by-others': {
    words: 'other programs were busy',
    sentence: 'Other programs used the CPU during the run: latencies and CPU are partly theirs.',
  },
  'cpu-stolen': {
    words: 'the hypervisor took the CPU away',
    sentence: 'The hypervisor gave the CPU to other machines during the run.',
  },
  'cpu-throttled': {
    words: 'a CPU quota held it back',
    sentence: 'A CPU quota of a control group stopped processes of the run in turn: latencies include that.',
  },
  'clock-changed': {
    words: 'the clock rate of the CPU changed',
    sentence: 'The clock of the CPU changed during the run, so its seconds are not alike.',
  },
  swapped: {
    words: 'memory was swapped',
    sentence: 'Memory went to swap or came from swap during the run, which stalls the processes that need it.',
  },
  'disk-stalled': {
    words: 'it waited for a disk',
    sentence: 'Some process waited for a disk for a good part of the run.',
  },
  'process-stopped': {
    words: 'processes were stopped for a while',
    sentence: 'Processes of the run were stopped for a while, as by a debugger: latencies include that time.',
  },
  'machine-slept': {
    words: 'the machine slept',
    sentence: 'The machine was suspended in the middle of the run, so connections and timers were late.',
  },
  'segments-resent': {
    words: 'the network lost segments',
    sentence: 'The network lost packets or was interrupted: latencies include the wait until they were sent again.',
  },
  'wire-proxy': {
    words: 'a counting proxy added to latencies',
    sentence: 'A counting proxy between clients and server adds to every latency.',
  },
  'capture-gaps': {
    words: 'the capture missed packets',
    sentence: 'The capture that counts bytes missed packets, so there are no counts.',
  },
  'protocol-fell-back': {
    words: 'it used another HTTP version',
    sentence: 'Some clients used another HTTP version than the one asked for.',
  },
  'network-off': {
    words: 'the network was not as asked',
    sentence: 'The network was slower or faster than requested.',
  },
  substitute: { words: 'a substitute server ran', sentence: 'A substitute replaced a part of the framework.' },
  'edition-limits': {
    words: 'the edition limits what can be measured',
    sentence: 'The edition limits what can be measured.',
  },
  'import-counts-lost': {
    words: 'imported counts are too low',
    sentence: 'The imported counts add up to less than was sent.',
  },
  'import-counts-over': {
    words: 'imported counts are too high',
    sentence: 'The imported counts add up to more than was planned.',
  },
  'import-uneven-series': {
    words: 'imported series differ in length',
    sentence: 'The imported series of one run differ in length.',
  },
  'import-unit-assumed': {
    words: 'the unit was assumed',
    sentence: 'The imported file gives a wrong unit or none; a unit was assumed.',
  },
};

const textOf = (code: string): FlagText | undefined => FLAGS[code as KnownCode];

/** The flag's words; of a scenario's own its code, with spaces. */
export const flagWords = (code: string): string => textOf(code)?.words ?? code.replaceAll('-', ' ');

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

/** The meaning of the flag, and what to do about it on `row`; nothing for a scenario's own, whose message is enough. */
export const explain = (code: string, row: Advised): string =>
  joined(textOf(code)?.sentence ?? '', adviceOn(code, row));

/** A message of a record, which may lack the end of a sentence. */
const ended = (message: string): string => (message === '' || /[.!?]$/.test(message) ? message : `${message}.`);

/** All that is to be said of a flag of `row`: its meaning, its figures, what to do about it. */
export const flagSentences = ({ code, message }: Pick<MergedFlag, 'code' | 'message'>, row: Advised): string =>
  joined(textOf(code)?.sentence ?? '', ended(message), adviceOn(code, row));
