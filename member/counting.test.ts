import type { LoadMessage } from '../protocol/messages.ts';
import { connected, holding } from './testing/fake-group.ts';
import { FakeClock } from './testing/fakes.ts';

describe('counting', () => {
  test('latencies are exact, from sent and from due, in the bucket of sending', async () => {
    const { clock, init, toAll, carry, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo')); // sends m:0 at 1000
    clock.advance(7);
    carry('echo'); // 7 ms
    clock.hang(593); // m:1 was due at 1500, is sent at 1600
    clock.advance(20);
    carry('echo'); // 20 ms from sent, 120 ms from due
    clock.advance(380); // m:2 at 2000
    clock.advance(1100);
    carry('echo'); // 1,100 ms
    toAll('harvest', { broadcasts: 0 });
    const [report] = reports();
    expect(report).toMatchObject({
      clientIds: [1],
      sentByClients: [2, 1, 0],
      receivedByClients: [2, 0, 1],
      latencySum: [27, 1100, 0],
      latencyCount: [2, 1, 0],
      missing: 0,
      duplicates: 0,
      outOfOrder: 0,
      negative: 0,
      delivery: null,
    });
    expect(report?.fromSent).toBe(holding(7, 20, 1100));
    expect(report?.fromDue).toBe(holding(7, 120, 1100));
    expect(report?.lateness).toBe(holding(0, 100, 0));
  });

  test('spacing widens the buckets', async () => {
    const { clock, init, toAll, carry, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo', 2));
    clock.advance(2500);
    carry('echo');
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ sentByClients: [3, 0], receivedByClients: [0, 3], latencyCount: [3, 0] });
  });

  test('a broadcast test counts every delivery, and each client only its own latency', async () => {
    const { clock, init, toAll, carry, reports } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    toAll('harvest', { broadcasts: 6 });
    expect(reports()[0]).toMatchObject({ receivedByClients: [0, 12], latencyCount: [4, 2], missing: 0 });
    expect(reports()[0]?.fromSent).toBe(holding(1000, 1000, 500, 500, 0, 0));
    expect(reports()[0]?.delivery).toBeNull();
  });

  test('with a shared clock every delivery has a latency, whoever sent it', async () => {
    const { clock, init, toAll, carry, reports } = await connected({}, new FakeClock(true));
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    toAll('harvest', { broadcasts: 6 });
    const each = [1000, 1000, 500, 500, 0, 0];
    expect(reports()[0]?.delivery).toBe(holding(...each, ...each));
    expect(reports()[0]?.fromSent).toBe(holding(...each));
  });

  test('duplicates, lost and overtaken messages are counted per receiver and sender', async () => {
    const { adapter, clock, init, toAll, messages, reports } = await connected({ graceMs: 100 });
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    const [a0, a1, a2] = messages(1);
    const [b0, b1, b2] = messages(2);
    const deliveries: [number, (LoadMessage | undefined)[]][] = [
      [1, [a0, a1, a2, b0, b1, b2, a1]], // a1 twice
      [2, [a0, a2, a1, b2, b0, b0]], // a1 after a2, b0 after b2, b0 twice, b1 never
    ];
    for (const [client, list] of deliveries) {
      for (const message of list) adapter.sockets[client - 1]?.deliver('message', { ...message, received: 1 });
    }
    toAll('harvest', { broadcasts: 6 });
    expect(reports()).toHaveLength(0); // still waiting for what is missing
    clock.advance(100);
    expect(reports()[0]).toMatchObject({ duplicates: 2, outOfOrder: 2, missing: 1, receivedByClients: [0, 13] });
  });

  test('a latency below zero is counted and not recorded', async () => {
    const { adapter, init, toAll, messages, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    adapter.sockets[0]?.deliver('message', { ...messages(1)[0], sent: 1003, received: 1 });
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ negative: 1, latencyCount: [0], missing: 0 });
    expect(reports()[0]?.fromSent).toBe(holding());
  });

  test('what cannot be a message of this test counts for nothing', async () => {
    const { adapter, init, toAll, messages, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    const good = { ...messages(1)[0]!, received: 1 };
    const bad = [null, 'text', {}, { ...good, clientId: 0 }, { ...good, clientId: 2 }, { ...good, seq: 3 }];
    bad.push({ ...good, seq: 0.5 }, { ...good, sent: 'soon' } as never, { ...good, due: Number.NaN });
    for (const one of bad) adapter.sockets[0]?.deliver('message', one);
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ receivedByClients: [0], missing: 1 });
  });

  test('an echo that went to the wrong client is missing at its sender and counted where it came', async () => {
    const { adapter, init, toAll, messages, reports } = await connected();
    toAll('testStarted', init('echo'));
    adapter.sockets[1]?.deliver('message', { ...messages(1)[0], received: 1 });
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ receivedByClients: [1], latencyCount: [0], missing: 2 });
  });
});
