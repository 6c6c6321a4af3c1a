/** What the kept records tell a person who chooses a framework or a transport: sentences and tables, as data. Pure. */
import { TRANSPORTS } from '../../metrics/transports.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { readStudySession, STUDY_SIZES, type StudySize } from '../../protocol/study-session.ts';
import { originOf } from '../claims/comparable-runs.ts';
import { levelOfQuantity, ratioOfQuantities } from '../claims/compare-samples.ts';
import type { Measured, Quantity } from '../claims/types.ts';
import { recordFigure } from '../record-figures.ts';
import FIGURES from './choice-figures.json' with { type: 'json' };
import { daysOf, figureText as text } from './figure-text.ts';
import { DISTURBED, missedIn, missedNote } from './recovery.ts';
import type { Choice, ChoiceRow, Criterion, FindKept, KeptRuns, Measurement, SideTable, Take } from './types.ts';

/** The part in which frameworks were measured side by side. */
const LOAD = 'broadcast';
/** The size whose load the sentences state. */
const MAIN_SIZE: StudySize = 'full-console';

/** The frameworks of a part of the study's plan: all others are compared with the first. */
const frameworksIn = ({ study }: KeptRuns, part: string): string[] =>
  study.parts.find(({ id }) => id === part)?.frameworks ?? [];

/** `Alpha`, as its runs call it. */
function labelOf({ rows }: KeptRuns, row: string): string {
  const found = rows.findAny(row);
  return 'missing' in found ? row.split('/')[1]! : found.all[0]!.identity.frameworkLabel;
}

const BYTES_APART = 'Bytes are counted in runs of their own.';

const overWebSocket = (part: string, framework: string): string => `${part}/${framework}/websocket`;

/** A framework of a part, and a figure of it over WebSocket in times that of the part's first framework; null: not known. */
interface Beside {
  name: string;
  ratio: Measured | null;
}

function besideFirst(runs: KeptRuns, part: string, figure: string): Beside[] {
  const [first, ...others] = frameworksIn(runs, part).map((framework) => overWebSocket(part, framework));
  return others.map((row) => ({
    name: labelOf(runs, row),
    ratio: ratioOfQuantities([`${row}/${figure}`, `${first}/${figure}`], runs.rows),
  }));
}

/** `Beta 1.04 (0.9–1.21), Gamma 1.15 (1.03–1.30)`. */
const ratiosText = (all: readonly Beside[]): string =>
  all.map(({ name, ratio }) => `${name} ${text(ratio)}`).join(', ');

const isAlike = ({ ratio }: Beside): boolean =>
  ratio !== null && ratio.low !== null && ratio.high !== null && ratio.low <= 1 && ratio.high >= 1;

/** It is known and not alike. */
const isApart = (one: Beside): boolean => one.ratio !== null && !isAlike(one);

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const firstIn = (runs: KeptRuns, part: string): string =>
  labelOf(runs, overWebSocket(part, frameworksIn(runs, part)[0]!));

/** Says whether latency is a reason to prefer a framework, and by how much each differs. */
function latencyTake(runs: KeptRuns, whole: KeptRuns): Take {
  const first = firstIn(runs, LOAD);
  const all = besideFirst(runs, LOAD, FIGURES.latency);
  const alike = all.filter(isAlike).map(({ name }) => name);
  const apart = all.every(isApart) ? 'Latency tells the frameworks apart' : 'Latency';
  const lead = alike.length === 0 ? apart : `Latency is no reason to prefer one of ${listed([first, ...alike])}`;
  const cold = besideFirst(whole, 'cold', FIGURES.latency).filter(({ ratio }) => ratio !== null);
  const { aboutLatency } = runs.study;
  const again = cold.length === 0 ? '' : `; in a session without warm-up ${ratiosText(cold)}`;
  return {
    lead,
    rest: `over WebSocket it is, in times that of ${first}: ${ratiosText(all)}${again} (60 clients that all send, 7,200 deliveries a second; ${daysOf(runs.when)}).${aboutLatency === undefined ? '' : ` ${aboutLatency}`}`,
  };
}

function costTake(runs: KeptRuns): Take {
  const costs = ['serverCpu.5-14s', FIGURES.memory].map((figure) => besideFirst(runs, LOAD, figure));
  const [cpu, memory] = costs.map(ratiosText);
  const all = costs.flat();
  const lead = all.some(isApart) ? 'Cost tells them apart' : all.every(isAlike) ? 'Cost is alike' : 'Cost';
  return {
    lead,
    rest: `at that load the server takes, in times that of ${firstIn(runs, LOAD)}, CPU: ${cpu}; and memory: ${memory}.`,
  };
}

/** The one framework of a part over a transport. */
const rowOf = (runs: KeptRuns, part: string, transport: string): string =>
  `${part}/${frameworksIn(runs, part)[0]}/${transport}`;

function transportTake(runs: KeptRuns, whole: KeptRuns, requests: KeptRuns | null): Take {
  const ratio = (of: KeptRuns, part: string, over: string, figure: string) =>
    ratioOfQuantities([`${rowOf(of, part, over)}/${figure}`, `${rowOf(of, part, 'websocket')}/${figure}`], of.rows);
  const [time, cpu, bytes] = [FIGURES.reply, FIGURES.cpuPerMessages, 'wireBytes'].map((figure) =>
    ratio(whole, 'upstream', 'sse', figure),
  );
  const most = Math.max(...besideFirst(runs, LOAD, FIGURES.latency).map((one) => one.ratio?.high ?? 0));
  const lead = time && time.low > most ? 'For latency the transport matters more than the framework' : 'The transport';
  const fifty = requests && ratio(requests, 'parallel-far', 'rest', FIGURES.requestsDone);
  const many = fifty
    ? ` Over a network with a delay, 50 requests at once from a browser take ${text(fifty)} times as long over HTTP/1.1 as over a WebSocket.`
    : '';
  return {
    lead,
    rest: `clients of server-sent events send by POST. Such a message takes, in times one over a WebSocket, ${text(time!)} until its reply, ${text(cpu!)} in CPU and ${text(bytes!)} in bytes (60 clients, 120 messages a second).${many}`,
  };
}

/** The level of a quantity, in a unit that is `by` times as large. */
function level(of: Quantity, { rows }: KeptRuns, by = 1): Measured | null {
  const found = levelOfQuantity(of, rows);
  const scaled = (value: number | null) => (value === null ? null : value / by);
  return found && { value: found.value / by, low: scaled(found.low), high: scaled(found.high) };
}

/** Memory for one more idle connection, KB. */
function perConnection(framework: string, runs: KeptRuns): Measured | null {
  const steps = String(runs.study.parts.find(({ id }) => id === 'idle')?.whole.params?.steps)
    .split(',')
    .map(Number);
  const memory = (clients: string) => `idle@${clients}/${framework}/websocket/serverMemory.max`;
  return level({ minus: [memory('most'), memory('fewest')] }, runs, (steps.at(-1)! - steps[0]!) * 1000);
}

/** The processes of the clients and the machine, by the valid runs of a row. */
function setupOf(records: RunRecord[]): string {
  const valid = records.filter(({ validity }) => !validity.some(({ level }) => level === 'fatal'));
  const { members, engine, machines } = originOf('', 'pace', valid.length > 0 ? valid : records);
  return `clients in ${members} ${members === '1' ? 'process' : 'processes'} of ${engine} on ${machines.join(' and ')}`;
}

/** Tells whether the bytes of a row are those of runs that are there for them alone. */
function hasBytesApart(name: string, { rows }: KeptRuns): boolean {
  const row = rows.findAny(name, (record) => recordFigure(record, FIGURES.bytesPerDelivery) !== null);
  return !('missing' in row) && row.all.every(({ session }) => readStudySession(session.id)?.bytes === true);
}

/** The rows of one size. Connections at rest and deployments were measured in the whole size alone, over WebSocket. */
function measurementOf(
  size: StudySize,
  runs: KeptRuns,
  whole: KeptRuns,
  disturbed: KeptRuns | null,
): Measurement | null {
  const found = frameworksIn(runs, LOAD).flatMap((framework) =>
    TRANSPORTS.flatMap((transport) => {
      const name = `${LOAD}/${framework}/${transport}`;
      const row = runs.rows.findAny(name);
      return 'missing' in row ? [] : { name, framework, transport, records: row.all };
    }),
  );
  const [first] = found.flatMap(({ records }) => records);
  if (first === undefined || first.identity.swarm === null) return null;
  const rows = found.map(({ name, framework, transport, records }): ChoiceRow => {
    const figure = (path: string, by = 1) => level(`${name}/${path}`, runs, by);
    const figures: Record<Criterion, Measured | null> = {
      latency: figure(FIGURES.latency),
      p99: figure(FIGURES.slowest),
      cpu: figure(FIGURES.cpuPerDeliveries),
      bytes: figure(FIGURES.bytesPerDelivery),
      memory: figure(FIGURES.memory, 1e6),
      idle: transport === 'websocket' ? perConnection(framework, whole) : null,
      missed: disturbed && missedIn(disturbed, framework, transport),
    };
    return { framework, label: labelOf(runs, name), transport, setup: setupOf(records), figures };
  });
  const { swarm, clients } = first.identity;
  const rounds = Math.max(...found.map(({ records }) => records.length));
  const bytesNote = found.some(({ name }) => hasBytesApart(name, runs)) ? BYTES_APART : null;
  return { size, swarm, clients: clients ?? 0, rounds, days: daysOf(runs.when), bytesNote, rows };
}

const CHAT = { websocket: 'WebSocket', sse: 'SSE, POST to send', polling: 'polling every 200 ms' };

function transportTable(chat: KeptRuns, whole: KeptRuns): SideTable {
  const of = (runs: KeptRuns, part: string, transport: string, figure: string) =>
    level(`${rowOf(runs, part, transport)}/${figure}`, runs);
  return {
    id: 'transports',
    title: 'Transports side by side',
    note: 'Networks are shaped.',
    heads: [
      'without a framework',
      'round trip in a chat, ms',
      'in a local network, ms',
      'over 4G, ms',
      'HTTP requests for 100 messages',
      'CPU per 1,000 messages sent, ms',
    ],
    rows: Object.entries(CHAT).map(([transport, name]) => ({
      name,
      figures: [
        ...['chat', 'lan', 'mobile'].map((part) => of(chat, part, transport, FIGURES.meanLatency)),
        of(chat, 'chat', transport, 'httpRequests'),
        of(whole, 'upstream', transport, FIGURES.cpuPerMessages),
      ],
    })),
  };
}

/** `broadcast by 40 clients (2 messages a second each)`: the load that the figures of a part need beside them. */
function loadsOf({ study }: KeptRuns, parts: readonly string[]): string {
  const found = study.parts.filter(({ id }) => parts.includes(id));
  return listed(
    found.map(
      ({ id, whole: { clients, params } }) => `${id} by ${clients} clients (${params?.rate} messages a second each)`,
    ),
  );
}

/** The frameworks of the study of runtimes: the protocol of its main framework on each of them, and others on the same runtime. */
function runtimeTable(runs: KeptRuns): SideTable {
  const frameworks = frameworksIn(runs, LOAD);
  const all: [head: string, of: (framework: string) => Measured | null][] = [
    ['median latency of a broadcast, ms', figureOf(runs, LOAD, FIGURES.median)],
    ['CPU per 1,000 deliveries, ms', figureOf(runs, LOAD, FIGURES.cpuPerDelivery, 1 / 1_000)],
    ['median latency of an echo, ms', figureOf(runs, 'echo', FIGURES.median)],
    ['CPU per 1,000 echoes, ms', figureOf(runs, 'echo', FIGURES.cpuPerDelivery, 1 / 1_000)],
    ['median response, ms', figureOf(runs, 'requests', FIGURES.medianReply)],
    ['CPU per 1,000 requests, ms', figureOf(runs, 'requests', FIGURES.cpuPerDelivery, 1 / 1_000)],
    ['memory per idle connection, KB', (framework) => perConnection(framework, runs)],
  ];
  // What is known of one row alone is beside nothing.
  const columns = all.filter(([, of]) => frameworks.filter((framework) => of(framework) !== null).length > 1);
  return {
    id: 'runtimes',
    title: 'Protocols and runtimes side by side',
    note: `Protocols and runtimes: ${loadsOf(runs, [LOAD, 'echo'])}, other loads than above. A name without a runtime is on Node.js.`,
    heads: ['over WebSocket, another load', ...columns.map(([head]) => head)],
    rows: frameworks.map((framework) => ({
      name: labelOf(runs, overWebSocket(LOAD, framework)),
      figures: columns.map(([, of]) => of(framework)),
    })),
  };
}

const figureOf =
  (runs: KeptRuns, part: string, figure: string, by = 1) =>
  (framework: string): Measured | null =>
    level(`${overWebSocket(part, framework)}/${figure}`, runs, by);

/** The sentences and tables; null where the runs that they rest on are not kept. */
export function choiceOf(find: FindKept): Choice | null {
  const [runs, whole] = [find('A', MAIN_SIZE), find('A', 'whole')];
  if (runs === null || whole === null) return null;
  const [chat, runtimes] = ['C', 'H'].map((study) => find(study, 'whole'));
  const disturbed = find(DISTURBED, 'whole');
  const sizes = [MAIN_SIZE, ...STUDY_SIZES.filter((size) => size !== MAIN_SIZE)];
  return {
    takes: [latencyTake(runs, whole), costTake(runs), transportTake(runs, whole, find('E', 'whole'))],
    measurements: sizes.flatMap((size) => {
      const of = find('A', size);
      return (of && measurementOf(size, of, whole, disturbed)) ?? [];
    }),
    missedNote: disturbed && missedNote(disturbed),
    tables: [...(chat ? [transportTable(chat, whole)] : []), ...(runtimes ? [runtimeTable(runtimes)] : [])],
  };
}
