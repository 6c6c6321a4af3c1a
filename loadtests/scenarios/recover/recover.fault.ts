/** Whole runs with made-up faults: each lost, doubled and overtaken body is named, and nothing is left. Needs root and nft. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { reconnectOver } from '../../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { OWN_MARK } from '../../../system/process-owner.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
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
const nft = (await findTool('nft')).path;
const able = twoApps(['feed']).find(({ app, transport }) => reconnectOver(app, transport) !== null);

const PARAMS = { interval: 20, before: 0.5, after: 2 };
/** A thousand bodies to each client: the third of a connection, which has the fault, is one of them. */
const CUT = { interval: 5, before: 0.5, after: 4, disturbance: 'cut', window: 0.5 };
const HERD = { ...PARAMS, disturbance: 'herd', window: 0.5 };
const CLIENTS = 2;
/** The third body of a connection. */
const FAULTY = 2;
/** A backend that posts two hundred bodies a second may be late on a busy machine. */
const MOST_SECONDS = 40;

const reasons = ({ notMeasured }: RunRecord, name: string): string | undefined => notMeasured[`metrics.${name}`];
const ledgerOf = (log: readonly unknown[]) => readLedger(log.map((line) => JSON.stringify(line)));

(isPossible && able !== undefined ? describe : describe.skip)('bodies are accounted for', () => {
  const { app, transport } = able!;
  const faulty = { scenario: 'recover', app, transport, clients: CLIENTS, mostSeconds: MOST_SECONDS };

  afterEach(() => {
    const tables = execFileSync(nft!, ['list', 'tables', 'inet'], { encoding: 'utf8' });
    expect(tables).not.toContain(`outcry-cut-${OWN_MARK}`);
  });

  test('one by one, where a server loses, doubles or reorders one, through a cut', async () => {
    const faults = ['loses-feed', 'doubles-feed', 'overtakes-feed', 'loses-on-return'] as const;
    const runs = await faultyRecords({ ...faulty, params: CUT, faults });
    const found = Object.fromEntries(
      faults.map((fault) => {
        const { record, log } = runs.get(fault)!;
        expect(fatalIn(record)).toEqual([]);
        const { lostMessages, duplicates, outOfOrder } = amountsOf(record);
        const seqs = ledgerOf(log).clients.map(({ lost, doubled, outOfOrder: late }) => [lost, doubled, late]);
        return [fault, { counted: [lostMessages, duplicates, outOfOrder], seqs }];
      }),
    );
    const both = (lost: number[], doubled: number[], late: number[]) => Array(CLIENTS).fill([lost, doubled, late]);
    expect(found).toEqual({
      'loses-feed': { counted: [CLIENTS, 0, 0], seqs: both([FAULTY], [], []) },
      'doubles-feed': { counted: [0, CLIENTS, 0], seqs: both([], [FAULTY], []) },
      'overtakes-feed': { counted: [0, 0, CLIENTS], seqs: both([], [], [FAULTY]) },
      'loses-on-return': { counted: [0, 0, 0], seqs: both([], [], []) },
    });
  });

  test('where a server loses only after connections were lost, and where clients never come back', async () => {
    const runs = await faultyRecords({ ...faulty, params: HERD, faults: ['loses-on-return', 'stays-away'] });
    const { record, log } = runs.get('loses-on-return')!;
    expect(fatalIn(record)).toEqual([]);
    const ledger = ledgerOf(log);
    expect(amountsOf(record).lostMessages).toBe(ledger.lost);
    for (const { client, lost } of ledger.clients) {
      const line = log.find((one) => (one as ClientLine).client === client) as ClientLine;
      const [back] = line.events.find(([, what]) => what === 'back')!;
      const first = line.seq[line.at.findIndex((at) => at > back)]!;
      // Those that were fed while it was away, and the one that came first and was lost.
      expect(lost.at(-1)).toBe(first - 1);
    }
    const away = runs.get('stays-away')!.record;
    expect(fatalIn(away)).toEqual([]);
    expect(amountsOf(away)).toMatchObject({ gaveUp: CLIENTS, disconnects: 0 });
    expect(reasons(away, 'back50')).toBe(`0 of ${CLIENTS} clients had a delivery after the disturbance`);
  });

  test('where the clients were asleep: each body is kept or lost, and all clients go on', async () => {
    const params = { ...PARAMS, disturbance: 'sleep', window: 1 };
    const { record, log } = (await faultyRecords({ ...faulty, params, faults: ['stranger'] })).get('stranger')!;
    expect(fatalIn(record)).toEqual([]);
    const { gaveUp, lostMessages } = amountsOf(record);
    expect([gaveUp, ledgerOf(log).lost]).toEqual([0, lostMessages]);
    expect(record.validity.map(({ code }) => code)).not.toContain('process-stopped');
    for (const { at } of log.filter((line) => 'at' in (line as object)) as ClientLine[]) {
      const pauses = at.map((time, index) => time - (at[index - 1] ?? time));
      expect(Math.max(...pauses)).toBeGreaterThan(900);
    }
  });

  test('where the server is restarted: the sender knows of what was refused', async () => {
    const params = { ...PARAMS, disturbance: 'restart', window: 2, after: 5 };
    const record = await smallRun({ scenario: 'recover', params, app, transport, clients: CLIENTS });
    expect(fatalIn(record)).toEqual([]);
    const { sentByBackend, fedTaken, fedRefused, fedUnknown } = amountsOf(record);
    expect(fedRefused).toBeGreaterThan(0);
    expect(fedTaken! + fedRefused! + (fedUnknown ?? 0)).toBe(sentByBackend);
  });

  test('where the server does not come up again, which ends the run in time, and says so', async () => {
    const once = join(temporaryFolder(), 'started');
    const start = ['sh', '-c', 'test -e "$0" && exit 7; touch "$0"; exec "$@"', once, ...app.start];
    const params = { ...PARAMS, disturbance: 'kill', window: 0.5 };
    const record = await smallRun({ scenario: 'recover', params, app: { ...app, start }, transport, clients: CLIENTS });
    expect(fatalIn(record)).toEqual(expect.arrayContaining(['server-not-back', 'server-restarted']));
    const { message } = record.validity.find(({ code }) => code === 'server-not-back')!;
    expect(message).toMatch(/^the server did not come up again: .*7/);
  });
});
