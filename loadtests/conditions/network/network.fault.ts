/** A shaped network for real: what it is measured to be, and a run over it from a fresh server to the record. */

import { findTool } from '../../../setup/tools/find.ts';
import { valuesOf } from '../../scenarios/testing/evidence.ts';
import { amountsOf, fatalIn, smallRun, twoApps } from '../../scenarios/testing/small-run.ts';
import { shaped } from './condition.ts';
import { measureNetwork } from './measure.ts';

const { found, path } = await findTool('toxiproxy');
const network = { name: 'test', roundTripMs: 40, jitterMs: 10, downKbit: 8000, upKbit: 800 };

/** So long a byte takes there and back at least, ms. */
const LEAST_MS = network.roundTripMs - network.jitterMs;

(found ? describe : describe.skip)('a shaped network', () => {
  test('holds every byte up for as long as it should at least, and carries no more than it should', async () => {
    const measured = await measureNetwork(path!, network, null);
    expect(measured.shortestMs).toBeGreaterThanOrEqual(LEAST_MS);
    expect(measured.longestMs).toBeGreaterThan(measured.shortestMs);
    // Without it this machine's loopback carries some thousand times as much. A timer that was late is made up for at once.
    expect(measured.downKbit).toBeLessThan(network.downKbit * 2);
    expect(measured.upKbit).toBeLessThan(network.upKbit * 2);
  });

  test('stands between clients and server, its bytes are counted, and the record says which it was', async () => {
    const [{ app, transport }] = twoApps(['echo']);
    const measured = { roundTripMs: 80, shortestMs: 79, longestMs: 81, downKbit: 8000, upKbit: 800 };
    const record = await smallRun({
      scenario: 'echo',
      params: { rate: 10, messages: 5 },
      app,
      transport,
      clients: 3,
      wire: true,
      conditions: new Map([['network', shaped(network, { program: path!, host: '127.0.0.1', known: measured })]]),
    });
    expect(fatalIn(record)).toEqual([]);
    expect(amountsOf(record)).toMatchObject({ sentByClients: 15, receivedByServer: 15, receivedByClients: 15 });
    expect(amountsOf(record).wireBytes).toBeGreaterThan(0);
    const { fromSent } = record.metrics;
    expect(valuesOf(fromSent)).toBe(15);
    expect(fromSent).toMatchObject({ distribution: { min: expect.any(Number) } });
    expect(fromSent!.kind === 'trend' && fromSent!.distribution!.min).toBeGreaterThanOrEqual(LEAST_MS - 1);
    expect(record.identity.conditions!.network!.value).toEqual(network);
    expect(record.conditionsMeasured!.network!.value).toEqual(measured);
    expect(record.validity).toContainEqual(expect.objectContaining({ code: 'network-off', level: 'warning' }));
  });
});
