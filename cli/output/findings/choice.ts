/** What the kept records tell a person who chooses a framework or a transport: sentences and two tables. Pure. */
import { levelOfQuantity, ratioOfQuantities } from '../../../merge/claims/compare-samples.ts';
import type { Rows } from '../../../merge/claims/study-rows.ts';
import type { JudgedStudy, Measured, Study } from '../../../merge/claims/types.ts';
import type { StudySize } from '../../../protocol/study-session.ts';
import FIGURES from './choice-figures.json' with { type: 'json' };
import { daysOf, measuredText, tableText } from './markdown.ts';

/** The kept runs of one size of a study. */
export interface KeptRuns {
  study: Study;
  rows: Rows;
  when: JudgedStudy['when'];
}

/** Null: there are none. */
export type FindKept = (study: string, size: StudySize) => KeptRuns | null;

/** The frameworks of a part of the study's plan: all others are compared with the first. */
const frameworksIn = ({ study }: KeptRuns, part: string): string[] =>
  study.parts.find(({ id }) => id === part)?.frameworks ?? [];

/** `Alpha`, as its runs call it. */
function labelOf({ rows }: KeptRuns, row: string): string {
  const found = rows.findAny(row);
  return 'missing' in found ? row.split('/')[1]! : found.all[0]!.identity.frameworkLabel;
}

const overWebSocket = (part: string, framework: string): string => `${part}/${framework}/websocket`;

const text = (figure: Measured | null, by = 1): string => {
  if (figure === null) return '–';
  const scaled = (value: number | null) => (value === null ? null : value / by);
  return measuredText({ value: figure.value / by, low: scaled(figure.low), high: scaled(figure.high) });
};

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

/** Says whether latency chooses between the frameworks, and by how much each differs. */
function latencyText(runs: KeptRuns, whole: KeptRuns): string {
  const first = firstIn(runs, 'broadcast');
  const all = besideFirst(runs, 'broadcast', FIGURES.latency);
  const alike = all.filter(isAlike).map(({ name }) => name);
  const apart = all.every(isApart) ? 'Latency tells the frameworks apart' : 'Latency';
  const lead = alike.length === 0 ? apart : `Latency does not choose between ${listed([first, ...alike])}`;
  const cold = besideFirst(whole, 'cold', FIGURES.latency).filter(({ ratio }) => ratio !== null);
  const again = cold.length === 0 ? '' : `; in a session of cold servers ${ratiosText(cold)}`;
  return `1. **${lead}**: in times that of ${first}, over WebSocket: ${ratiosText(all)}${again} (60 clients, 7,200 deliveries a second; ${daysOf(runs.when)}).`;
}

function costText(runs: KeptRuns): string {
  const costs = ['serverCpu.5-14s', 'serverMemory.max'].map((figure) => besideFirst(runs, 'broadcast', figure));
  const [cpu, memory] = costs.map(ratiosText);
  const all = costs.flat();
  const lead = all.some(isApart) ? 'Cost does choose' : all.every(isAlike) ? 'Cost is alike' : 'Cost';
  return `2. **${lead}**: at that load the server takes, in times that of ${firstIn(runs, 'broadcast')}, this CPU: ${cpu}; and this memory: ${memory}.`;
}

/** The one framework of a part over a transport. */
const rowOf = (runs: KeptRuns, part: string, transport: string): string =>
  `${part}/${frameworksIn(runs, part)[0]}/${transport}`;

function transportText(runs: KeptRuns, whole: KeptRuns, requests: KeptRuns | null): string {
  const ratio = (of: KeptRuns, part: string, over: string, figure: string) =>
    ratioOfQuantities([`${rowOf(of, part, over)}/${figure}`, `${rowOf(of, part, 'websocket')}/${figure}`], of.rows);
  const [time, cpu, bytes] = [FIGURES.reply, FIGURES.cpuPerMessages, 'wireBytes'].map((figure) =>
    ratio(whole, 'upstream', 'sse', figure),
  );
  const most = Math.max(...besideFirst(runs, 'broadcast', FIGURES.latency).map((one) => one.ratio?.high ?? 0));
  const lead = time && time.low > most ? 'The transport matters more than the framework' : 'The transport';
  const fifty = requests && ratio(requests, 'parallel-far', 'rest', FIGURES.requestsDone);
  const many = fifty
    ? ` Over a network with a delay, 50 requests at once from a browser take ${text(fifty)} times as long over HTTP/1.1.`
    : '';
  return `3. **${lead}**: beside SSE clients send by POST. In times WebSocket's, such a message takes ${text(time!)} in time until its reply, ${text(cpu!)} in CPU and ${text(bytes!)} in bytes (60 clients, 120 messages a second).${many}`;
}

/** Memory for one more idle connection, KB. */
function perConnection(framework: string, { study, rows }: KeptRuns): string {
  const steps = String(study.parts.find(({ id }) => id === 'idle')?.whole.params?.steps)
    .split(',')
    .map(Number);
  const memory = (clients: string) => `idle@${clients}/${framework}/websocket/serverMemory.max`;
  const more = levelOfQuantity({ minus: [memory('most'), memory('fewest')] }, rows);
  return text(more, (steps.at(-1)! - steps[0]!) * 1000);
}

function frameworksTable(runs: KeptRuns, whole: KeptRuns): string[] {
  return tableText(
    [
      'over WebSocket',
      'latency, ms',
      'p99, ms',
      'CPU per 1,000 deliveries, ms',
      'bytes per delivery',
      'memory per idle connection, KB',
    ],
    frameworksIn(runs, 'broadcast').map((framework) => {
      const row = overWebSocket('broadcast', framework);
      const figures = [FIGURES.latency, FIGURES.slowest, FIGURES.cpuPerDeliveries, FIGURES.bytesPerDelivery];
      return [
        labelOf(runs, row),
        ...figures.map((figure) => text(levelOfQuantity(`${row}/${figure}`, runs.rows))),
        perConnection(framework, whole),
      ];
    }),
  );
}

const CHAT = { websocket: 'WebSocket', sse: 'SSE, POST to send', polling: 'polling every 200 ms' };

function transportsTable(chat: KeptRuns, whole: KeptRuns): string[] {
  const of = (runs: KeptRuns, part: string, transport: string, figure: string) =>
    text(levelOfQuantity(`${rowOf(runs, part, transport)}/${figure}`, runs.rows));
  return tableText(
    [
      'without a framework',
      'round trip in a chat, ms',
      'in a local network, ms',
      'over 4G, ms',
      'HTTP requests for 100 messages',
      'CPU per 1,000 messages sent, ms',
    ],
    Object.entries(CHAT).map(([transport, name]) => [
      name,
      ...['chat', 'lan', 'mobile'].map((part) => of(chat, part, transport, FIGURES.meanLatency)),
      of(chat, 'chat', transport, 'httpRequests'),
      of(whole, 'upstream', transport, FIGURES.cpuPerMessages),
    ]),
  );
}

/** The sentences and tables, a line apart; empty where the runs that they rest on are not kept. */
export function choiceText(find: FindKept): string[] {
  const [runs, whole, chat] = [find('A', 'full-console'), find('A', 'whole'), find('C', 'whole')];
  if (runs === null || whole === null) return [];
  return [
    ...[
      '## What to take from it',
      '',
      latencyText(runs, whole),
      costText(runs),
      transportText(runs, whole, find('E', 'whole')),
    ],
    ...['', ...frameworksTable(runs, whole)],
    ...(chat === null ? [] : ['', ...transportsTable(chat, whole)]),
    ...['', 'Intervals are 95 %, of one session each; a dash: not known. Networks are shaped.', ''],
  ];
}
