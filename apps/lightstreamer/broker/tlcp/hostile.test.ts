/** What no client of the vendor's sends. Whatever it is, the broker lives, and serves the next client. */
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { Player } from '../testing/transcript.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

const WELL = `
open Z
Z > wsok
Z < WSOK
Z > create_session\\nLS_cid=x&LS_adapter_set=OUTCRY&LS_reduce_head=true
Z < CONOK,{Z},{_},{_},*
Z > control\\nLS_reqId=1&LS_op=add&LS_subId=1&LS_group=news&LS_schema=text&LS_mode=RAW
Z < REQOK,1
Z < SUBOK,1,1,1
Z < CONF,1,unlimited,filtered
says news text=well
Z < U,1,1,well
Z > msg\\nLS_reqId=2&LS_message=hello&LS_msg_prog=1
Z < REQOK,2
Z < MSGDONE,*,1,got hello
`;

const REQUESTS = [
  'wsok',
  'create_session\r\nLS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true&LS_polling_millis=0&LS_idle_millis=0',
  'bind_session\r\nLS_session=S123&LS_recovery_from=5&LS_content_length=1000',
  'control\r\nLS_reqId=1&LS_op=add&LS_subId=1&LS_group=a b&LS_schema=key command&LS_mode=COMMAND&LS_snapshot=true',
  'control\r\nLS_reqId=2&LS_op=delete&LS_subId=1\r\nLS_reqId=3&LS_op=reconf&LS_subId=1&LS_requested_max_frequency=2.5',
  'control\r\nLS_reqId=4&LS_op=constrain&LS_requested_max_bandwidth=1.5',
  'control\r\nLS_reqId=5&LS_op=force_rebind&LS_polling_millis=5&LS_close_socket=true',
  'control\r\nLS_reqId=6&LS_op=destroy&LS_cause_code=-4&LS_cause_message=bye',
  'msg\r\nLS_reqId=7&LS_message=hello&LS_sequence=s&LS_msg_prog=1&LS_max_wait=5&LS_outcome=true',
  'heartbeat\r\n\r\n',
];

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A request with some of its characters changed, doubled, left out, or taken from another one. */
function mutate(next: () => number): string {
  let text = REQUESTS[Math.floor(next() * REQUESTS.length)]!;
  for (let times = Math.floor(next() * 4); times >= 0; times--) {
    const at = Math.floor(next() * text.length);
    const other = REQUESTS[Math.floor(next() * REQUESTS.length)]!;
    const kind = Math.floor(next() * 6);
    if (kind === 0) text = text.slice(0, at) + String.fromCharCode(Math.floor(next() * 256)) + text.slice(at + 1);
    else if (kind === 1) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(next() * 8));
    else if (kind === 2) text = text.slice(0, at) + other.slice(Math.floor(next() * other.length));
    else if (kind === 3) text = `${text}\r\n${other.slice(other.indexOf('\n') + 1)}`;
    else if (kind === 4)
      text = text.replace(
        /=[^&]*/,
        `=${['', '-1', '1e99', '%', '%zz', '999999999999999999999'][Math.floor(next() * 6)]}`,
      );
    else text = `${text.slice(0, at)}\ud800${text.slice(at)}`;
  }
  return text;
}

/** The same with one of the names that there are in its first line: any other name ends a WebSocket. */
function withName(text: string, next: () => number): string {
  const name = REQUESTS[Math.floor(next() * REQUESTS.length)]!.split('\r\n')[0]!;
  return [name, ...text.split('\r\n').slice(1)].join('\r\n');
}

let trial: TrialBroker;
beforeEach(async () => {
  trial = await startTrialBroker({ sessionTimeout: 100, polling: 50, idle: 50 });
});
afterEach(() => trial.stop());

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when `condition` holds; a test in which it never does runs out of its time. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await settle(10);
}

test.each([11, 12, 13])(
  'requests that are nearly right, over WebSockets (seed %i)',
  async (seed) => {
    const next = numbers(seed);
    for (let connection = 0; connection < 20; connection++) {
      const socket = new WebSocket(`ws://${trial.address}/lightstreamer`, 'TLCP-2.5.0.lightstreamer.com');
      let answers = 0;
      socket.on('message', () => {
        answers += 1;
      });
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send('wsok');
      for (let request = 0; request < 50; request++) socket.send(withName(mutate(next), next));
      // The broker has taken everything when it answers this, which it does in order.
      socket.ping();
      await new Promise((resolve) => socket.once('pong', resolve).once('close', resolve));
      expect(answers).toBeGreaterThan(0);
      socket.terminate();
    }
    await until(() => trial.broker.sessions === 0);
    await new Player(trial).play(WELL);
  },
  30_000,
);

test('a name that there is not ends a WebSocket, and nobody else’s', async () => {
  for (const name of ['', 'nonsense', 'Control', 'control2', '__proto__', '\ud800', ' msg', 'x'.repeat(100_000)]) {
    const socket = new WebSocket(`ws://${trial.address}/lightstreamer`, 'TLCP-2.5.0.lightstreamer.com');
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(`${name}\r\nLS_reqId=1`);
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1011);
  }
  await new Player(trial).play(WELL);
});

test.each([21, 22])(
  'requests that are nearly right, over HTTP (seed %i)',
  async (seed) => {
    const next = numbers(seed);
    for (let request = 0; request < 300; request++) {
      const [name, ...rest] = mutate(next).split('\r\n');
      const path = encodeURI(name!.replace(/[^\x20-\x7e]/g, '')).slice(0, 100);
      const cut = AbortSignal.timeout(100);
      await fetch(`http://${trial.address}/lightstreamer/${path}.txt?LS_protocol=TLCP-2.5.0`, {
        method: 'POST',
        body: rest.join('\r\n'),
        signal: cut,
      })
        .then((response) => response.text())
        .catch(() => {});
    }
    await until(() => trial.broker.sessions === 0);
    await new Player(trial).play(WELL);
  },
  60_000,
);

test('a request that is longer than allowed ends its connection', async () => {
  await trial.stop();
  trial = await startTrialBroker({ request: 1_000 });
  const url = `http://${trial.address}/lightstreamer/msg.txt?LS_protocol=TLCP-2.5.0`;
  const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(5_000) }).then(
    ({ status }) => status,
    () => 413,
  );
  expect(answer).toBe(413);
  const socket = new WebSocket(`ws://${trial.address}/lightstreamer`, 'TLCP-2.5.0.lightstreamer.com');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('x'.repeat(5_000));
  expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1009);
  await new Player(trial).play(WELL);
});

test('another protocol, another path, another method, bytes: refused', async () => {
  const base = `http://${trial.address}/lightstreamer`;
  expect(await (await fetch(`${base}/control.txt?LS_protocol=TLCP-1.0.0`, { method: 'POST' })).text()).toMatch(
    /^ERROR,65,/,
  );
  for (const protocol of ['', '?LS_protocol=', '?LS_protocol=TLCP', '?LS_protocol=TLCP-2.5.0.1']) {
    expect((await fetch(`${base}/bind_session.txt${protocol}`, { method: 'POST' })).status).toBe(400);
  }
  expect((await fetch(`${base}/control.txt?LS_protocol=TLCP-2.5.0`, { method: 'PUT' })).status).toBe(405);
  const elsewhere = await fetch(`${base}/elsewhere.txt`, { method: 'POST' });
  expect([elsewhere.status, await elsewhere.text()]).toEqual([200, expect.stringMatching(/^ERROR,65,/)]);
  const closing = (protocols: string[]) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://${trial.address}/lightstreamer`, protocols);
      socket.on('error', () => resolve('refused'));
      socket.on('close', (code) => resolve(code));
      socket.on('open', () => socket.send(Buffer.from([1, 2, 3])));
    });
  expect(await closing(['chat'])).toBe('refused');
  expect(await closing(['TLCP-2.5.0.lightstreamer.com'])).toBe(1003);
});

test('what a POST can ask a GET can ask too', async () => {
  const query = 'LS_protocol=TLCP-2.5.0&LS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true&LS_reduce_head=true';
  const answer = await fetch(`http://${trial.address}/lightstreamer/create_session.txt?${query}`);
  expect(await answer.text()).toMatch(/^CONOK,S[0-9a-f]{32},/);
});

test('a client that reads nothing keeps no more than its share, and is told what it missed', async () => {
  await trial.stop();
  trial = await startTrialBroker({ backlog: 200_000, sessionTimeout: 5_000 });
  const [host, port] = trial.address.split(':');
  const player = new Player(trial);
  await player.play(
    'post A create_session LS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true&LS_reduce_head=true\nA < CONOK,{S},{_},{_},*\nA < LOOP,0\nA done\n' +
      'post B control LS_session={S}&LS_reqId=1&LS_op=add&LS_subId=1&LS_group=news&LS_schema=text&LS_mode=RAW\nB < REQOK,1\nB done',
  );
  const body = `LS_session=${player.named('S')}&LS_reduce_head=true`;
  const deaf = connect(Number(port), host!);
  deaf.on('error', () => {});
  deaf.write(
    `POST /lightstreamer/bind_session.txt?LS_protocol=TLCP-2.5.0 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await settle(100);
  deaf.pause();
  const values = new Map([['text', 'x'.repeat(10_000)]]);
  for (let at = 0; at < 3_000; at++) {
    trial.adapters.says.update('news', false, values);
    trial.adapters.says.update('news', false, new Map([['text', `${at}`]]));
    trial.adapters.says.flush();
    if (at % 100 === 0) await settle(1);
  }
  let text = '';
  deaf.on('data', (data) => {
    text += data.toString('latin1');
  });
  deaf.resume();
  await until(() => text.includes('U,1,1,2999\r\n'));
  deaf.destroy();
  const overflow = /OV,1,1,(\d+)\r\n/.exec(text);
  expect(Number(overflow?.[1])).toBeGreaterThan(100);
}, 20_000);
