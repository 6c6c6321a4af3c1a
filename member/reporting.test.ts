import { connected } from './testing/fake-group.ts';

describe('completing and reporting', () => {
  test('a client is complete when its own messages are all back, and says so once', async () => {
    const { adapter, clock, init, toAll, carry } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    clock.advance(1001);
    expect(adapter.sockets[0]?.all('complete')).toHaveLength(0);
    carry('echo');
    clock.advance(60_000);
    expect(adapter.sockets[0]?.all('complete')).toMatchObject([{ data: { clientId: 1 }, at: 2001 }]);
  });

  test('a client that never gets its own back gives up after the given time', async () => {
    const { adapter, clock, init, toAll } = await connected({ clientIds: [1], giveUpMs: 10_000 });
    toAll('testStarted', init('echo'));
    clock.advance(60_000);
    expect(adapter.sockets[0]?.all('complete')).toMatchObject([{ at: 12_000 }]);
  });

  test('one report goes for all clients, when every client has everything', async () => {
    const { adapter, clock, init, toAll, carry, reports, group } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    adapter.sockets[0]?.deliver('harvest', { broadcasts: 6 });
    carry('broadcast');
    expect(reports()).toHaveLength(0); // client 2 has not been told to harvest
    adapter.sockets[1]?.deliver('harvest', { broadcasts: 6 });
    clock.advance(60_000);
    toAll('harvest', { broadcasts: 6 });
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatchObject({ clientIds: [1, 2], closed: [], transports: { websocket: 2 }, refused: [] });
    expect(group.state()).toMatchObject({ phase: 'reported', sent: 6, received: 12 });
  });

  test('a client whose connection ended is in the report as closed, and the others report', async () => {
    const { adapter, clock, init, toAll, carry, reports } = await connected({ clientIds: [1, 2, 3] });
    toAll('testStarted', init('broadcast'));
    clock.advance(600);
    carry('broadcast');
    adapter.sockets[1]?.drop('transport error');
    clock.advance(400);
    carry('broadcast');
    toAll('harvest', { broadcasts: 8 });
    expect(adapter.sockets[1]?.all('message')).toHaveLength(2);
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatchObject({
      clientIds: [1, 3],
      closed: [{ clientId: 2, reason: 'transport error' }],
      transports: { websocket: 2 },
      sentByClients: [6, 2],
      missing: 0,
    });
  });

  test('a connection that ends during the harvest no longer holds up the report', async () => {
    const { adapter, clock, init, toAll, carry, reports } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    adapter.sockets[0]?.deliver('harvest', { broadcasts: 6 });
    adapter.sockets[1]?.drop('gone');
    expect(reports()).toMatchObject([{ clientIds: [1], closed: [{ clientId: 2, reason: 'gone' }] }]);
  });

  test('a client that is still sending stops at the harvest', async () => {
    const { clock, init, toAll, messages, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    toAll('harvest', { broadcasts: 0 });
    clock.advance(60_000);
    expect(messages(1)).toHaveLength(1);
    expect(reports()).toMatchObject([{ missing: 1 }]);
  });

  test('refusals are reported, at most a hundred of them', async () => {
    const { adapter, init, toAll, reports, group } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    const refusal = { event: 'message', code: 'too-large', reason: 'The payload is too large.' };
    for (let i = 0; i < 150; i++) adapter.sockets[0]?.deliver('refused', refusal);
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]?.refused).toHaveLength(100);
    expect(group.state().error).toBe('The server refused "message": The payload is too large.');
  });

  test('timer delay is measured while the test runs', async () => {
    const { clock, init, toAll, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    clock.advance(10);
    clock.hang(110); // the timer due 20 ms after the start runs 100 ms late
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]?.loopDelay?.max).toBeCloseTo(100, 0);
  });

  test('two tests in a row on the same connections do not mix', async () => {
    const { clock, init, toAll, carry, reports, messages, group } = await connected();
    const oneTest = () => {
      toAll('testStarted', init('broadcast'));
      clock.advance(1000);
      carry('broadcast');
      toAll('harvest', { broadcasts: 6 });
      toAll('harvestComplete', { dataset: { reports: reports().slice(-1) } });
    };
    oneTest();
    const late = messages(1)[0]!;
    toAll('message', { ...late, received: 1 }); // after the report: belongs to no test
    oneTest();
    expect(reports()).toHaveLength(2);
    const { loopDelay: _first, ...first } = reports()[0]!;
    const { loopDelay: _second, ...second } = reports()[1]!;
    expect(second).toEqual(first);
    expect(group.state()).toMatchObject({ phase: 'finished', sent: 6, received: 12, error: null });
  });

  test('a test that begins before the last one was harvested starts from nothing', async () => {
    const { clock, init, toAll, carry, reports } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(600);
    carry('broadcast');
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    toAll('harvest', { broadcasts: 6 });
    expect(reports()).toMatchObject([{ sentByClients: [4, 2], receivedByClients: [0, 12], duplicates: 0, missing: 0 }]);
  });
});
