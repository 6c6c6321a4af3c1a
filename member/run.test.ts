import { type Play, prepared, reportNow, TEST } from './testing/fake-member.ts';
import { FakeClock } from './testing/fakes.ts';

/** A client that is done when it is told so by a published body. */
const untilTold: Play = (client, shared) => {
  const things = shared.counter('things');
  return {
    publish: (body, _hops, arrived) => {
      if (body === 'done') client.done();
      else things.add(arrived);
    },
    giveUp: () => things.add(shared.now(), 100),
  };
};

describe('the start', () => {
  test('is published by the coordinator member, and begins each client when it hears it', async () => {
    const heard: [number, number][] = [];
    const play: Play = (client) => ({ start: (at) => heard.push([client.id, at]) });
    const { member, adapter, clock } = await prepared(play);
    member.begin();
    const body = adapter.sockets[0]?.all('publish')[0]?.data;
    expect(adapter.sockets[1]?.all('publish')).toEqual([]);
    adapter.sockets[0]?.deliver('publish', { body, hops: [77, 78] });
    clock.advance(3);
    adapter.sockets[1]?.deliver('publish', { body, hops: [77, 78] });
    expect(heard).toEqual([
      [1, 1000],
      [2, 1003],
    ]);
    clock.advance(TEST.giveUpMs);
    expect(await reportNow(member)).toMatchObject({ started: { atServer: 77 }, gaveUp: 2 });
  });

  test('of another test is none of this one', async () => {
    let begun = 0;
    const { start } = await prepared(() => ({ start: () => begun++ }));
    start('test 0');
    expect(begun).toBe(0);
    start('test 1');
    expect(begun).toBe(2);
    start('test 1');
    expect(begun).toBe(2);
  });

  test('what others send before it belongs to no test, and after it goes to the scenario as it came', async () => {
    const bodies: unknown[] = [];
    const play: Play = () => ({ publish: (...delivery) => bodies.push(delivery) });
    const { publish, start, toAll, clock } = await prepared(play, { clientIds: [1] });
    publish('early');
    start();
    clock.advance(5);
    publish({ odd: null }, [1, 2]);
    toAll('publish', null);
    expect(bodies).toEqual([
      [{ odd: null }, [1, 2], 1005],
      [undefined, undefined, 1005],
    ]);
  });

  test('is told where it cannot be published', async () => {
    const { member, adapter, clock } = await prepared(
      (client) => ({ start: () => client.done() }),
      {},
      { start: 'told' },
    );
    member.begin();
    expect(adapter.sockets[0]?.all('publish')).toEqual([]);
    clock.advance(250);
    expect(await reportNow(member)).toMatchObject({ started: { atServer: null }, gaveUp: 0, error: null });
  });

  test('that never comes is not waited for for ever', async () => {
    const { member, clock } = await prepared(untilTold);
    const reported = member.report();
    clock.advance(20_000);
    expect(await reported).toMatchObject({
      started: null,
      gaveUp: 2,
      metrics: { things: { kind: 'count', series: [200] } },
    });
  });

  test('is only where client 1 is', async () => {
    const { member } = await prepared(untilTold, { clientIds: [3, 4], clients: 4 });
    member.begin();
    expect(await reportNow(member)).toMatchObject({
      error: 'Client 1 begins the test, and it is not connected here.',
      started: null,
    });
  });
});

describe('the end', () => {
  test('is when all clients are done, and what comes twice just after it still counts', async () => {
    const { member, publish, start, clock, adapter } = await prepared(untilTold);
    start();
    adapter.sockets[0]?.deliver('publish', { body: 'done' });
    clock.advance(5_000);
    expect(await reportNow(member)).toBeNull();
    adapter.sockets[1]?.deliver('publish', { body: 'done' });
    publish('twice');
    clock.advance(250);
    publish('too late');
    expect(await reportNow(member)).toMatchObject({
      clientIds: [1, 2],
      metrics: { things: { series: [0, 0, 0, 0, 0, 2] } },
      gaveUp: 0,
      closed: [],
      transports: { websocket: 2 },
      refusals: 0,
      refused: [],
      error: null,
    });
  });

  test('is when time is up, and each client that waits counts what is missing', async () => {
    const { member, start, clock, adapter } = await prepared(untilTold, {}, { giveUpMs: 1_500 });
    start();
    adapter.sockets[0]?.deliver('publish', { body: 'done' });
    clock.advance(1_500);
    expect(await reportNow(member)).toMatchObject({ gaveUp: 1, metrics: { things: { series: [0, 100] } } });
  });

  test('is not held up by a client whose connection ended, which counts what is missing at once', async () => {
    const { member, publish, start, clock, adapter } = await prepared(untilTold);
    start();
    adapter.sockets[1]?.drop('transport error');
    publish('done');
    clock.advance(250);
    expect(await reportNow(member)).toMatchObject({
      closed: [{ clientId: 2, reason: 'transport error' }],
      gaveUp: 0,
      transports: { websocket: 1 },
      metrics: { things: { series: [100] } },
      error: 'The connection of client 2 ended: transport error',
    });
  });

  test('of a member that is disconnected is at once', async () => {
    const { member, start } = await prepared(untilTold);
    start();
    const reported = member.report();
    await member.disconnect();
    expect(await reported).toMatchObject({ gaveUp: 2, error: 'The test was ended before it was over.' });
  });
});

test('refusals are all counted, and a hundred of them kept', async () => {
  const { member, start, toAll, clock } = await prepared(untilTold, { clientIds: [1] });
  start();
  const refusal = { event: 'echo', code: 'too-large', reason: 'The payload is too large.' };
  for (let i = 0; i < 150; i++) toAll('refused', refusal);
  clock.advance(TEST.giveUpMs);
  const report = await reportNow(member);
  expect(report).toMatchObject({ refusals: 150, error: 'The server refused "echo": The payload is too large.' });
  expect(report?.refused).toHaveLength(100);
});

test('a script that fails at the start ends the test with its sentence', async () => {
  const play: Play = () => ({
    start: () => {
      throw new Error('no such thing');
    },
  });
  const { member, start } = await prepared(play);
  start();
  expect((await reportNow(member))?.error).toBe('The client of the scenario "toy" failed: no such thing');
});

test('a script that asks for what the scenario does not measure cannot be prepared', async () => {
  const ask = (play: Play) => prepared(play, { clientIds: [1] });
  const undeclared: Play = (_, shared) => {
    shared.counter('nope');
    return {};
  };
  await expect(ask(undeclared)).rejects.toThrow('"nope", and the scenario has not declared it.');
  const other: Play = (_, shared) => {
    shared.trend('things');
    return {};
  };
  await expect(ask(other)).rejects.toThrow('the trend "things", and the scenario has declared it as a count.');
});

test('two tests in a row on the same connections do not mix', async () => {
  const { member, publish, start, clock } = await prepared(untilTold);
  const oneTest = async () => {
    start();
    publish('a');
    publish('done');
    clock.advance(250);
    return { ...(await reportNow(member)), loopDelay: null };
  };
  const first = await oneTest();
  publish('after the end');
  await member.prepare(TEST);
  publish('before the start');
  expect(await oneTest()).toEqual(first);
  expect(first.metrics).toMatchObject({ things: { series: [2] } });
});

test('how late timers run, and how busy the event loop is, is measured from start to end', async () => {
  const calls: string[] = [];
  const busy = {
    start: () => void calls.push('start'),
    stop: () => {
      calls.push('stop');
      return 0.25;
    },
  };
  const { member, start, publish, clock } = await prepared(untilTold, { clientIds: [1], busy });
  clock.hang(500);
  expect(calls).toEqual([]);
  start();
  clock.hang(250); // the timer due 100 ms after the start runs 150 ms late
  publish('done');
  clock.advance(250);
  const report = await reportNow(member);
  expect(report?.loopDelay?.max).toBeCloseTo(150, 0);
  expect(report?.busy).toBe(0.25);
  expect(calls).toEqual(['start', 'stop']);
});

test('everything in a report survives JSON', async () => {
  const play: Play = (client, shared) => ({
    start: (at) => {
      shared.trend('times').record(at, 3);
      shared.gauge('level', 50).sample(4);
      client.done();
    },
  });
  const { member, start, clock } = await prepared(play, { clock: new FakeClock(true) });
  start();
  clock.advance(250);
  const report = await reportNow(member);
  expect(report?.metrics).toMatchObject({
    times: { kind: 'trend', sum: [6], count: [2], negative: 0 },
    level: { kind: 'gauge', intervalMs: 50, samples: [4, 4] },
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test('what was measured so far can be read while the test runs, and not before or after', async () => {
  const { member, start, publish } = await prepared(untilTold);
  expect(member.soFar()).toBeNull();
  start();
  publish('thing');
  expect(member.soFar()?.metrics.things).toMatchObject({ kind: 'count', series: [2] });
  publish('thing');
  expect(member.soFar()?.metrics.things).toMatchObject({ kind: 'count', series: [4] });
  await member.disconnect();
  expect(member.soFar()).toBeNull();
});

describe('a slice of a test that goes on', () => {
  const done: Play = (client) => ({ start: () => client.done() });

  test('reports at once: what comes twice is waited for after the last one', async () => {
    const between = await prepared(done, {}, { goesOn: { first: true, last: false } });
    between.start();
    between.clock.advance(0);
    expect(await reportNow(between.member)).toMatchObject({ gaveUp: 0, error: null });
    const last = await prepared(done, {}, { goesOn: { first: true, last: true } });
    last.start();
    last.clock.advance(249);
    expect(await reportNow(last.member)).toBeNull();
    last.clock.advance(1);
    expect(await reportNow(last.member)).toMatchObject({ gaveUp: 0 });
  });

  test('has the relation of clocks of the first one', async () => {
    const { member, adapter } = await prepared(done, {}, { goesOn: { first: true, last: false } });
    const asked = (): number => adapter.sockets.flatMap(({ sent }) => sent).length;
    const before = asked();
    expect(before).toBeGreaterThan(0);
    await member.prepare({ ...TEST, test: 'test 2', goesOn: { first: false, last: true } });
    expect(asked()).toBe(before);
  });
});
