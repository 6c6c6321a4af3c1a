import { connected, PLAN } from './testing/fake-group.ts';

describe('sending', () => {
  test('"together" sends from each client at its start and every interval after', async () => {
    const { clock, init, toAll, messages } = await connected();
    toAll('testStarted', init('echo'));
    clock.advance(5000);
    const expected = [1000, 1500, 2000].map((due, seq) => ({ seq, due, sent: due }));
    expect(messages(1)).toMatchObject(expected.map((one) => ({ ...one, clientId: 1, id: `c:1m:${one.seq}` })));
    expect(messages(2)).toMatchObject(expected.map((one) => ({ ...one, clientId: 2, id: `c:2m:${one.seq}` })));
    expect(messages(1).every(({ payload }) => payload.length === 8)).toBe(true);
  });

  test('"spread" starts client k (k-1)/clients of an interval later', async () => {
    const { group, clock, init, toAll, messages } = await connected({ clientIds: [2, 4], clientCount: 4 });
    group.prepare({ ...PLAN, phase: 'spread' });
    toAll('testStarted', init('echo'));
    clock.advance(5000);
    expect(messages(1).map(({ clientId, sent }) => [clientId, sent])).toEqual([
      [2, 1125],
      [2, 1625],
      [2, 2125],
    ]);
    expect(messages(2).map(({ clientId, sent }) => [clientId, sent])).toEqual([
      [4, 1375],
      [4, 1875],
      [4, 2375],
    ]);
  });

  test('a hang skips nothing: late messages are all sent, keep the due time they had, and later ones are on time', async () => {
    const { group, clock, init, toAll, messages } = await connected({ clientIds: [1] });
    group.prepare({ ...PLAN, messages: 5 });
    toAll('testStarted', init('echo'));
    clock.hang(1200);
    clock.advance(5000);
    expect(messages(1).map(({ due, sent }) => [due, sent])).toEqual([
      [1000, 1000],
      [1500, 2200],
      [2000, 2200],
      [2500, 2500],
      [3000, 3000],
    ]);
  });

  test('lateness does not add up over a rate that is no whole number of ms', async () => {
    const { group, clock, init, toAll, messages } = await connected({ clientIds: [1] });
    group.prepare({ ...PLAN, rate: 3, messages: 301 });
    toAll('testStarted', init('echo'));
    for (let i = 0; i < 1010; i++) clock.hang(100);
    expect(messages(1)).toHaveLength(301);
    expect(messages(1)[300]).toMatchObject({ due: 101_000, sent: 101_000 });
  });

  test('refuses a plan that cannot be kept', async () => {
    const { group } = await connected();
    expect(() => group.prepare({ ...PLAN, rate: 0 })).toThrow('The rate must be over 0');
    expect(() => group.prepare({ ...PLAN, messages: 1.5 })).toThrow('whole number');
    expect(() => group.prepare({ ...PLAN, payloadBytes: -1 })).toThrow('payload');
  });
});
