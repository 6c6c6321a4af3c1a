/** Whole runs in which one client stops reading. Needs root and nft. */

import { reconnectOver } from '../../../setup/apps/manifest/manifest.ts';
import { demandClientPath } from '../../session/disturbance/client-path.ts';
import { planSession } from '../../session/plan/plan-session.ts';
import { findScenarios } from '../find.ts';
import { faultyRecords } from '../testing/faulty-runs.ts';
import { amountsOf, fatalIn, twoApps } from '../testing/small-run.ts';
import { readLedger } from './ledger/ledger.ts';
import type { BodyLine, ClientLine, RunLine } from './log.ts';
import { SLOW_CLIENT } from './params.ts';

const local = { swarm: { on: null, grid: null, advertise: null } } as never;
const isPossible = await demandClientPath(local).then(
  () => true,
  () => false,
);
const able = twoApps(['feed']).find(({ app, transport }) => reconnectOver(app, transport) !== null);

/** Some of the bodies of the window are older than a second at its end. */
const params = { disturbance: 'slow', interval: 20, before: 0.5, window: 2, after: 1 };
const CLIENTS = 3;

(isPossible && able !== undefined ? describe : describe.skip)('one client stops reading', () => {
  const { app, transport } = able!;

  test('it has all bodies after the window, the others as they are fed; what a server drops of its own is seen', async () => {
    const faults = ['stranger', 'loses-old-feed'] as const;
    const runs = await faultyRecords({
      ...{ scenario: 'recover', params, app, transport, clients: CLIENTS, mostSeconds: 10, faults },
    });
    const found = faults.map((fault) => {
      const { record, log } = runs.get(fault)!;
      expect(fatalIn(record)).toEqual([]);
      const ledger = readLedger(log.map((line) => JSON.stringify(line)));
      const amounts = amountsOf(record);
      expect(ledger.lost).toBe(amounts.lostMessages);
      expect(ledger.clients.find(({ client }) => client === SLOW_CLIENT)!.lost).toHaveLength(amounts.slowLost!);
      expect(amounts.slowDisconnects).toBe(0);
      return { amounts, log: log as (RunLine | BodyLine | ClientLine)[] };
    });
    const [good, dropping] = found;
    expect(good!.amounts).toMatchObject({ lostMessages: 0, slowLost: 0 });
    const { window } = good!.log.find((line) => line.line === 'run')!;
    const inside = new Set(
      good!.log.flatMap((line) =>
        line.line === 'body' && line.fed > window!.from + 1 && line.fed < window!.to ? [line.seq] : [],
      ),
    );
    expect(inside.size).toBeGreaterThan(0);
    const early = good!.log.flatMap((line) =>
      line.line === 'client'
        ? [[line.client, line.seq.filter((seq, index) => inside.has(seq) && line.at[index]! < window!.to).length > 0]]
        : [],
    );
    expect(Object.fromEntries(early)).toEqual({ 1: false, 2: true, 3: true });
    expect(good!.amounts.slowDelivery! + good!.amounts.delivery!).toBe(good!.amounts.receivedByClients);
    expect(dropping!.amounts.slowLost).toBeGreaterThan(0);
  });

  test('in browsers it cannot be, which is said before the start', async () => {
    const asked = { scenario: 'recover', params, swarm: 'browser', session: 'slow', results: '' } as const;
    const scenarios = await findScenarios();
    expect(() => planSession({ ...asked, frameworks: [app.id] }, { apps: [app], scenarios, cores: 2 })).toThrow(
      /cannot have one slow client, since pages share what they read: use --swarm console$/,
    );
  });
});
