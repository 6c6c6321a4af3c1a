import type { Client } from './scenario-client.ts';
import { newMember, type Play, prepared, reportNow } from './testing/fake-member.ts';

/** One client of a started test, and what its server plays. */
async function started(play: Play = () => ({})) {
  let client!: Client;
  const all = await prepared(
    (one, shared) => {
      client = one;
      return play(one, shared);
    },
    { clientIds: [1] },
  );
  all.start();
  return { ...all, client, socket: all.adapter.sockets[0]! };
}

test('the verbs hand the framework the body as it is', async () => {
  const { client, socket } = await started();
  const body = { odd: [null, 'ø'] };
  client.echo(body);
  client.publish(body);
  client.sink(body);
  const sent = socket.sent.filter(({ event }) => event !== 'request');
  expect(sent.map(({ event, data }) => [event, data])).toEqual([
    ['echo', body],
    ['publish', body],
    ['sink', body],
  ]);
});

test('what a scenario says went wrong is kept, the first of it, and the test goes on', async () => {
  const { client, member } = await started();
  client.fail('the tide came in');
  client.fail('the tide went out');
  expect(await reportNow(member)).toBeNull();
  client.done();
  expect(member.state().error).toBe('the tide came in');
});

test('every kind of delivery reaches the scenario, with when it arrived', async () => {
  const heard: unknown[] = [];
  const note = (verb: string) => (body: unknown, hops: unknown, arrived: number) =>
    void heard.push([verb, body, hops, arrived]);
  const { toAll, clock } = await started(() => ({
    echo: note('echo'),
    publish: note('publish'),
    greet: note('greet'),
    feed: note('feed'),
    joined: (...told) => heard.push(['joined', ...told]),
    left: (...told) => heard.push(['left', ...told]),
  }));
  clock.advance(2);
  for (const verb of ['echo', 'publish', 'greet', 'feed']) toAll(verb, { body: verb, hops: [1, 2] });
  toAll('joined', { name: 'anna', body: 'hello', hops: [1, 2] });
  toAll('left', { name: 'anna', body: null, hops: [1, 2] });
  toAll('left', null);
  expect(heard).toEqual([
    ['echo', 'echo', [1, 2], 1002],
    ['publish', 'publish', [1, 2], 1002],
    ['greet', 'greet', [1, 2], 1002],
    ['feed', 'feed', [1, 2], 1002],
    ['joined', 'anna', 'hello', [1, 2], 1002],
    ['left', 'anna', null, [1, 2], 1002],
  ]);
});

test('a request resolves with what the server replied, a refusal rejects with its sentence and code', async () => {
  const { client, socket } = await started();
  socket.answer = (event, data) => ({ ok: true, body: [event, data], hops: [1, 2], names: ['anna', 'bo'] });
  expect(await client.request({ bytes: 5 })).toEqual({ body: ['request', { bytes: 5 }], hops: [1, 2] });
  expect(await client.join('bo')).toEqual(['anna', 'bo']);
  await client.leave();
  expect(socket.all('join')).toMatchObject([{ data: { name: 'bo' } }]);
  expect(socket.all('leave')).toHaveLength(1);
  socket.answer = () => ({ ok: false, code: 'name-taken', reason: 'There is a bo already.' });
  await expect(client.join('bo')).rejects.toMatchObject({
    message: 'The server refused "join": There is a bo already.',
    code: 'name-taken',
  });
});

test('after the connection has ended the verbs do nothing, and schedules stop', async () => {
  const { client, socket, clock } = await started((one) => ({
    start: () => one.schedule({ rate: 10, count: 100, offsetMs: 0 }, (seq) => one.echo(seq)),
  }));
  clock.advance(250);
  socket.drop('gone');
  client.echo('late');
  clock.advance(10_000);
  expect(socket.all('echo').map(({ data }) => data)).toEqual([0, 1, 2]);
  expect(client.live).toBe(false);
  await expect(client.request({ body: 1 })).rejects.toThrow('client 1 is not connected');
});

test('a client that closes its own connection is not one that lost it', async () => {
  const { member, client, clock } = await started();
  await client.close();
  expect(member.state()).toMatchObject({ connected: 0, error: null });
  await client.connect();
  expect(member.state()).toMatchObject({ connected: 1, error: null });
  client.done();
  clock.advance(250);
  expect(await member.report()).toMatchObject({ closed: [], gaveUp: 0 });
});

test('what a client is greeted with before any test is nobody’s', async () => {
  const { member, adapter, request } = newMember({ clientIds: [1] });
  await member.connect(request);
  expect(() => adapter.sockets[0]?.deliver('greet', { body: 1, hops: [0, 0] })).not.toThrow();
});
