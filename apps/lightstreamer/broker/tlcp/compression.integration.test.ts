/** Streams over HTTP that are compressed, for clients that accept it. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { eventually } from '../../../../system/testing/eventually.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

const VALUE = 'Going once, going twice. '.repeat(40);

let trial: TrialBroker;
beforeEach(async () => {
  trial = await startTrialBroker({}, true);
});
afterEach(() => trial.stop());

async function post(name: string, body: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const asked = request(`http://${trial.address}/lightstreamer/${name}.txt?LS_protocol=TLCP-2.5.0`, {
    method: 'POST',
    headers,
    agent: false,
  });
  const [response] = await once(asked.end(body), 'response');
  return response;
}

/** The text that a client reads, as it comes. */
class Reading {
  text = '';
  constructor(stream: Readable) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      this.text += piece;
    });
  }
}

async function subscribe(session: string): Promise<void> {
  const subscription = 'LS_reqId=1&LS_op=add&LS_subId=1&LS_group=news&LS_schema=text&LS_mode=RAW';
  expect(await text(await post('control', `LS_session=${session}&${subscription}`, {}))).toBe('REQOK,1\r\n');
}

const sessionIn = (lines: string): string => /^CONOK,(\w+),/.exec(lines)![1]!;

test('a client that accepts gzip reads each update as it comes, in fewer bytes', async () => {
  const response = await post('create_session', 'LS_cid=x&LS_adapter_set=OUTCRY', { 'accept-encoding': 'gzip, br' });
  expect(response.headers['content-encoding']).toBe('gzip');
  let bytes = 0;
  response.on('data', ({ length }) => {
    bytes += length;
  });
  const reading = new Reading(response.pipe(createGunzip()));
  await eventually(() => reading.text.includes('CONS,'), 'the head of the stream');
  await subscribe(sessionIn(reading.text));
  await eventually(() => reading.text.includes('SUBOK,'), 'the subscription');
  const before = bytes;
  for (let n = 1; n <= 5; n++) {
    trial.adapters.says.update('news', false, new Map([['text', `${n} ${VALUE}`]]));
    trial.adapters.says.flush();
    await eventually(() => reading.text.includes(`U,1,1,${n} ${VALUE}`), `update ${n}`);
  }
  expect(bytes - before).toBeLessThan(VALUE.length);
});

test('an answer to a poll is whole', async () => {
  const first = await text(await post('create_session', 'LS_cid=x&LS_adapter_set=OUTCRY&LS_polling=true', {}));
  const session = sessionIn(first);
  await subscribe(session);
  const bind = `LS_session=${session}&LS_polling=true&LS_idle_millis=10000`;
  const poll = await post('bind_session', bind, { 'accept-encoding': 'gzip' });
  expect(poll.headers['content-encoding']).toBe('gzip');
  expect(await text(poll.pipe(createGunzip()))).toMatch(/SUBOK,1,1,1.*LOOP,/s);
});

test('a client that does not accept it is answered without', async () => {
  const response = await post('create_session', 'LS_cid=x&LS_adapter_set=OUTCRY', { 'accept-encoding': 'br' });
  expect(response.headers).not.toHaveProperty('content-encoding');
  const reading = new Reading(response);
  await eventually(() => reading.text.includes('CONS,'), 'the head of the stream');
});
