/** Whole runs in which one process of a server is killed. Needs root and nft, and an app whose server goes on without one. */
import type { RunRecord } from '../../../protocol/run-record.ts';
import { readApps, verbsOf } from '../../../setup/apps/manifest/manifest.ts';
import { demandClientPath } from '../../session/disturbance/client-path.ts';
import { faultyRecords } from '../testing/faulty-runs.ts';
import { amountsOf, fatalIn, smallRun, twoApps } from '../testing/small-run.ts';
import { readLedger } from './ledger/ledger.ts';
import type { ClientLine } from './log.ts';

const local = { swarm: { on: null, grid: null, advertise: null } } as never;
const isPossible = await demandClientPath(local).then(
  () => true,
  () => false,
);
const transport = 'websocket';
const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const able = readApps().find(
  (app) =>
    app.replacement !== undefined && verbsOf(app, transport).includes('feed') && (tested?.includes(app.id) ?? true),
);

/** `window` is a part of the feed: the way to the server stays open. */
const params = { disturbance: 'process', interval: 20, before: 0.5, window: 0.5, after: 4 };
const CLIENTS = 4;

const told = ({ validity }: RunRecord, flag: string): string => validity.find(({ code }) => code === flag)!.message;

(isPossible && able !== undefined ? describe : describe.skip)('one process of a server is killed', () => {
  const run = { scenario: 'recover', params, app: able!, transport, clients: CLIENTS } as const;

  test('its clients alone lose what was fed until they were back, and a body that is lost besides is seen', async () => {
    const faults = ['stranger', 'loses-on-return'] as const;
    const runs = await faultyRecords({ ...run, mostSeconds: 10, faults });
    for (const fault of faults) {
      const { record, log } = runs.get(fault)!;
      expect(fatalIn(record)).toEqual([]);
      const { hit, anew, gaveUp, fedTaken, lostMessages, receivedByClients } = amountsOf(record);
      expect(hit).toBeGreaterThan(0);
      expect(hit).toBeLessThan(CLIENTS);
      expect([anew, gaveUp]).toEqual([hit, 0]);
      const ledger = readLedger(log.map((line) => JSON.stringify(line)));
      expect(ledger.lost).toBe(lostMessages);
      expect(ledger.told.taken! * CLIENTS).toBeLessThanOrEqual(receivedByClients! + lostMessages!);
      expect(ledger.told.taken).toBe(fedTaken);
      for (const { client, lost } of ledger.clients) {
        const line = log.find((one) => (one as ClientLine).client === client) as ClientLine;
        const back = line.events.find(([, what]) => what === 'back')?.[0];
        if (back === undefined) expect(lost).toEqual([]);
        else if (fault === 'loses-on-return')
          expect(lost.at(-1)).toBe(line.seq[line.at.findIndex((at) => at > back)]! - 1);
      }
    }
  });

  test('a server that ends with any of its processes makes a run that is not valid', async () => {
    const start = ['env', 'REPLACEMENT=', ...able!.start];
    const record = await smallRun({ ...run, app: { ...able!, start } });
    expect(fatalIn(record)).toContain('server-restarted');
    expect(told(record, 'server-restarted')).toMatch(/^the server ended with 1 during the run/);
  });

  test('a server that is one process is not killed, and the run says why', async () => {
    const [{ app }] = twoApps(['feed']);
    const record = await smallRun({ ...run, app: { ...app, replacement: 'made up for a test' } });
    expect(fatalIn(record)).toEqual(['disturbance-failed']);
    expect(told(record, 'disturbance-failed')).toMatch(/no process of the server but its first has connections$/);
  });
});
