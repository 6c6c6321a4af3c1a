/** What the kept records tell a person who chooses a framework or a transport: sentences and two tables. Pure. */
import { levelOfQuantity, ratioOfQuantities } from '../../../merge/claims/compare-samples.ts';
import type { Rows } from '../../../merge/claims/study-rows.ts';
import type { JudgedStudy, Measured, Quantity } from '../../../merge/claims/types.ts';
import type { StudySize } from '../../../protocol/study-session.ts';
import { daysOf, measuredText, tableText } from './markdown.ts';

/** The kept runs of one size of a study. */
export interface KeptRuns {
  rows: Rows;
  when: JudgedStudy['when'];
}

/** Null: there are none. */
export type FindKept = (study: string, size: StudySize) => KeptRuns | null;

const FRAMEWORKS = { 'socket.io': 'Socket.IO', sockjs: 'SockJS', signalr: 'SignalR', play: 'Play' };
type Framework = keyof typeof FRAMEWORKS;
const ALL = Object.keys(FRAMEWORKS) as Framework[];
const [BASE, ...OTHERS] = ALL as [Framework, ...Framework[]];

const overWebSocket = (framework: Framework, figure: string): string => `broadcast/${framework}/websocket/${figure}`;
const LATENCY = 'fromSent.5-14s';

const text = (figure: Measured | null, by = 1): string => {
  if (figure === null) return '–';
  const scaled = (value: number | null) => (value === null ? null : value / by);
  return measuredText({ value: figure.value / by, low: scaled(figure.low), high: scaled(figure.high) });
};

/** `SockJS 1.04 (0.9–1.21), Play 1.15 (1.03–1.30)`: a figure over WebSocket in times that of the first framework. */
const ratiosText = (figure: string, { rows }: KeptRuns): string =>
  OTHERS.map((framework) => {
    const pair: [string, string] = [overWebSocket(framework, figure), overWebSocket(BASE, figure)];
    return `${FRAMEWORKS[framework]} ${text(ratioOfQuantities(pair, rows))}`;
  }).join(', ');

/** The frameworks whose latency the runs do not tell apart from that of the first. */
function alike({ rows }: KeptRuns): Framework[] {
  return OTHERS.filter((framework) => {
    const ratio = ratioOfQuantities([overWebSocket(framework, LATENCY), overWebSocket(BASE, LATENCY)], rows);
    return ratio !== null && ratio.low <= 1 && ratio.high >= 1;
  });
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Says whether latency chooses between the frameworks, and by how much each differs. */
function latencyText(runs: KeptRuns, cold: KeptRuns | null): string {
  const same = alike(runs);
  const lead =
    same.length === 0
      ? 'Latency tells the frameworks apart'
      : `Latency does not choose between ${listed([BASE, ...same].map((id) => FRAMEWORKS[id]))}`;
  const figures = `in times that of ${FRAMEWORKS[BASE]}, over WebSocket: ${ratiosText(LATENCY, runs)}`;
  const again =
    cold && ratioOfQuantities([`cold/signalr/websocket/${LATENCY}`, `cold/${BASE}/websocket/${LATENCY}`], cold.rows);
  const other = again === null || again === undefined ? '' : `; SignalR in a session of cold servers ${text(again)}`;
  return `1. **${lead}**: ${figures}${other} (60 clients, 7,200 deliveries a second; ${daysOf(runs.when)}).`;
}

const costText = (runs: KeptRuns): string =>
  `2. **Cost does**: at that load the server takes, in times ${FRAMEWORKS[BASE]}'s, this CPU: ${ratiosText('serverCpu.5-14s', runs)}; and this memory: ${ratiosText('serverMemory.max', runs)}.`;

function transportText(whole: KeptRuns, requests: KeptRuns | null): string {
  const times = (figure: string) =>
    text(ratioOfQuantities([`upstream/bare/sse/${figure}`, `upstream/bare/websocket/${figure}`], whole.rows));
  const fifty: [string, string] = ['parallel-far/feathers/rest/asking', 'parallel-far/feathers/websocket/asking'];
  const parallel = requests && ratioOfQuantities(fifty, requests.rows);
  const many = parallel
    ? ` 50 requests at once from a browser take ${text(parallel)} times as long over HTTP/1.1.`
    : '';
  return `3. **The transport matters most**: beside SSE clients send by POST. In times WebSocket's, such a message takes ${times('response')} in time until its reply, ${times('cpuPerMessages')} in CPU and ${times('wireBytes')} in bytes (60 clients, 120 messages a second).${many}`;
}

/** Memory for one more idle connection. */
const perConnection = (framework: Framework): Quantity => ({
  minus: [`idle@most/${framework}/websocket/serverMemory.max`, `idle@fewest/${framework}/websocket/serverMemory.max`],
});
/** The two numbers of idle connections are as far apart. */
const MORE_CONNECTIONS = 3500;

function frameworksTable({ rows }: KeptRuns, whole: KeptRuns | null): string[] {
  const of = (framework: Framework, figure: string) => text(levelOfQuantity(overWebSocket(framework, figure), rows));
  return tableText(
    [
      'over WebSocket',
      'latency, ms',
      'p99, ms',
      'CPU per 1,000 deliveries, ms',
      'bytes per delivery',
      'memory per idle connection, KB',
    ],
    ALL.map((framework) => [
      FRAMEWORKS[framework],
      ...[LATENCY, 'fromSent.p99', 'cpuPerDeliveries', 'bytesPerDelivery'].map((figure) => of(framework, figure)),
      whole === null ? '–' : text(levelOfQuantity(perConnection(framework), whole.rows), MORE_CONNECTIONS * 1000),
    ]),
  );
}

const CHAT = { websocket: 'WebSocket', sse: 'SSE, POST to send', polling: 'polling every 200 ms' };

function transportsTable(chat: KeptRuns, whole: KeptRuns | null): string[] {
  const of = (runs: KeptRuns | null, row: string, figure: string) =>
    runs === null ? '–' : text(levelOfQuantity(`${row}/${figure}`, runs.rows));
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
      ...['chat', 'lan', 'mobile'].map((part) => of(chat, `${part}/bare/${transport}`, 'fromSent.mean')),
      of(chat, `chat/bare/${transport}`, 'httpRequests'),
      of(whole, `upstream/bare/${transport}`, 'cpuPerMessages'),
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
      transportText(whole, find('E', 'whole')),
    ],
    ...['', ...frameworksTable(runs, whole)],
    ...(chat === null ? [] : ['', ...transportsTable(chat, whole)]),
    ...['', 'Intervals are 95 %, of one session each; a dash: not known. Networks are shaped.', ''],
  ];
}
