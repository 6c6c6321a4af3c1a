/** Input that no client of the vendor's sends. The broker survives it, and serves the next client. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { seededRandom } from '../../../../protocol/random.ts';
import { eventually } from '../../../../system/testing/eventually.ts';
import { Player } from '../testing/transcript.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

const WELL = `
open Z
Z > create_session\\nLS_cid=x&LS_adapter_set=OUTCRY
Z head {Z}
Z > control\\nLS_reqId=1&LS_op=add&LS_subId=1&LS_group=news&LS_schema=text&LS_mode=RAW
Z < REQOK,1
Z < SUBOK,1,1,1
Z < CONF,1,unlimited,filtered
says news text=well
Z < U,1,1,well
Z > msg\\nLS_reqId=2&LS_message=hello&LS_sequence=s&LS_msg_prog=1
Z < REQOK,2
Z < MSGDONE,s,1,
`;

const REQUESTS = [
  'wsok',
  'create_session\r\nLS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true&LS_polling_millis=0&LS_idle_millis=0',
  'bind_session\r\nLS_session=S123&LS_recovery_from=5&LS_content_length=1000',
  'control\r\nLS_reqId=1&LS_op=add&LS_subId=1&LS_group=a b&LS_schema=key command&LS_mode=COMMAND&LS_requested_max_frequency=unfiltered',
  'control\r\nLS_reqId=2&LS_op=delete&LS_subId=1\r\nLS_reqId=3&LS_op=reconf&LS_subId=1&LS_requested_max_frequency=2.5',
  'control\r\nLS_reqId=5&LS_op=force_rebind&LS_polling_millis=5&LS_close_socket=true',
  'control\r\nLS_reqId=6&LS_op=destroy&LS_cause_code=-4&LS_cause_message=bye',
  'msg\r\nLS_reqId=7&LS_message=hello&LS_sequence=s&LS_msg_prog=1&LS_outcome=true',
  'heartbeat\r\n\r\n',
];
const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const VALUES = ['', '-1', '1e99', '%', '%zz', '999999999999999999999'];

/** A request with some of its characters changed, doubled, removed, or taken from another one. */
function mutate(random: () => number): string {
  let text = pick(random, REQUESTS);
  for (let times = Math.floor(random() * 4); times >= 0; times--) {
    const at = Math.floor(random() * text.length);
    const other = pick(random, REQUESTS);
    text = pick(random, [
      () => text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8)),
      () => text.slice(0, at) + other.slice(Math.floor(random() * other.length)),
      () => `${text}\r\n${other.slice(other.indexOf('\n') + 1)}`,
      () => text.replace(/=[^&]*/, `=${pick(random, VALUES)}`),
      () => `${text.slice(0, at)}\ud800${text.slice(at)}`,
    ])();
  }
  return text;
}

/** The same with a name that exists in its first line: any other name ends a WebSocket. */
function withName(text: string, random: () => number): string {
  return [pick(random, REQUESTS).split('\r\n')[0], ...text.split('\r\n').slice(1)].join('\r\n');
}

let trial: TrialBroker;
const restart = async (limits: Parameters<typeof startTrialBroker>[0]) => {
  await trial?.stop();
  trial = await startTrialBroker(limits);
};
beforeEach(() => restart({ sessionTimeout: 100, polling: 50, idle: 50 }));
afterEach(() => trial.stop());

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const urlOf = (request: string, query = 'LS_protocol=TLCP-2.5.0'): string =>
  `http://${trial.address}/lightstreamer/${request}.txt?${query}`;

async function open(
  protocol = 'TLCP-2.5.0.lightstreamer.com',
): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(`ws://${trial.address}/lightstreamer`, protocol);
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve));
  return { socket, closed };
}

/** The code that the broker closes a WebSocket with when it gets `message`. */
async function codeFor(message: string | Buffer): Promise<number> {
  const { socket, closed } = await open();
  socket.send(message);
  return closed;
}

test.each([11, 12, 13])('requests that are nearly right, over WebSockets (seed %i)', async (seed) => {
  const random = seededRandom(seed, 0);
  for (let connection = 0; connection < 20; connection++) {
    const { socket, closed } = await open();
    let answers = 0;
    socket.on('message', () => {
      answers += 1;
    });
    socket.send('wsok');
    for (let request = 0; request < 50; request++) socket.send(withName(mutate(random), random));
    // The broker answers the ping after all requests before it.
    socket.ping();
    await Promise.race([new Promise((resolve) => socket.once('pong', resolve)), closed]);
    expect(answers).toBeGreaterThan(0);
    socket.terminate();
  }
  await eventually(() => trial.broker.sessions === 0, 'the end of all sessions');
  await new Player(trial).play(WELL);
});

test.each([21, 22])('requests that are nearly right, over HTTP (seed %i)', async (seed) => {
  const random = seededRandom(seed, 0);
  for (let request = 0; request < 300; request++) {
    const [name, ...rest] = mutate(random).split('\r\n');
    const path = encodeURI(name!.replace(/[^\x20-\x7e]/g, '')).slice(0, 100);
    const signal = AbortSignal.timeout(100);
    await fetch(urlOf(path), { method: 'POST', body: rest.join('\r\n'), signal })
      .then((response) => response.text())
      .catch(() => {});
  }
  await eventually(() => trial.broker.sessions === 0, 'the end of all sessions');
  await new Player(trial).play(WELL);
});

test('an unknown name and bytes end their WebSocket, and no other', async () => {
  for (const name of ['', 'nonsense', 'Control', 'control2', '__proto__', '\ud800', ' msg', 'x'.repeat(100_000)]) {
    expect(await codeFor(`${name}\r\nLS_reqId=1`)).toBe(1011);
  }
  expect(await codeFor(Buffer.from([1, 2, 3]))).toBe(1003);
  await new Player(trial).play(WELL);
});

test('a request that is longer than allowed ends its connection', async () => {
  await restart({ request: 1_000 });
  const body = 'x'.repeat(5_000);
  const answer = fetch(urlOf('msg'), { method: 'POST', body });
  expect(
    await answer.then(
      ({ status }) => status,
      () => 413,
    ),
  ).toBe(413);
  expect(await codeFor(body)).toBe(1009);
  await new Player(trial).play(WELL);
});

test.each([
  ['POST', 'control', 'LS_protocol=TLCP-1.0.0', 200, /^ERROR,65,LS_protocol must/],
  ['POST', 'bind_session', '', 200, /^CONERR,65,LS_protocol must/],
  ['POST', 'bind_session', 'LS_protocol=TLCP-2.5.0.1', 200, /^CONERR,65,LS_protocol must/],
  ['POST', 'elsewhere', 'LS_protocol=TLCP-2.5.0', 200, /^ERROR,65,no such request/],
  ['GET', 'control', 'LS_protocol=TLCP-2.5.0', 405, /^requests are POSTs/],
])('%s %s?%s is answered with %i', async (method, request, query, status, text) => {
  const answer = await fetch(urlOf(request, query), { method });
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(text)]);
});

test.each(['chat', 'TLCP-9.9.9.lightstreamer.com'])('a WebSocket of the protocol %s is refused', async (protocol) => {
  expect((await open(protocol)).socket.readyState).toBe(WebSocket.CLOSED);
});

/** An update of news with a long text, another one each time. */
function tellNews(at: number): void {
  trial.adapters.says.update('news', false, new Map([['text', `${at}${'x'.repeat(10_000)}`]]));
  trial.adapters.says.flush();
}

/** A session of a client that polls and has subscribed to news. */
async function subscribed(): Promise<string> {
  const player = new Player(trial);
  await player.play(`
    post A create_session LS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true
    A head {S}
    post B control LS_session={S}&LS_reqId=1&LS_op=add&LS_subId=1&LS_group=news&LS_schema=text&LS_mode=RAW
    B < REQOK,1`);
  return player.named('S');
}

test('a client that reads nothing keeps no more than its share, and then loses its session with the reason', async () => {
  await restart({ backlog: 200_000, sessionTimeout: 60_000 });
  const [host, port] = trial.address.split(':');
  const body = `LS_session=${await subscribed()}`;
  const deaf = connect(Number(port), host!);
  deaf.on('error', () => {});
  const head = 'POST /lightstreamer/bind_session.txt?LS_protocol=TLCP-2.5.0 HTTP/1.1\r\nHost: x\r\n';
  deaf.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  await once(deaf, 'data');
  deaf.pause();
  for (let at = 0; trial.broker.sessions > 0; at++) {
    tellNews(at);
    await settle(0);
  }
  let text = '';
  deaf.on('data', (data) => {
    text += data.toString('latin1');
  });
  deaf.resume();
  await eventually(() => text.includes('END,32,Too much waits for this client'), 'the reason');
  deaf.destroy();
});

test('a client that polls too seldom gets the reason with its next poll', async () => {
  await restart({ backlog: 200_000, sessionTimeout: 60_000 });
  const session = await subscribed();
  for (let at = 0; at < 30; at++) tellNews(at);
  const poll = await fetch(urlOf('bind_session'), { method: 'POST', body: `LS_session=${session}&LS_polling=true` });
  expect(await poll.text()).toMatch(/CONS,unlimited\r\nEND,32,Too much waits for this client\r\n$/);
});
