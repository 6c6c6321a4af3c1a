/** Whole runs in which a front is pointed at a second server. Needs root, nft and HAProxy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reconnectOver } from '../../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import type { PreparedConditions } from '../../conditions/condition.ts';
import { endConditions, prepareConditions } from '../../conditions/find.ts';
import front from '../../conditions/front/condition.ts';
import { demandClientPath } from '../../session/disturbance/client-path.ts';
import { faultyRecords } from '../testing/faulty-runs.ts';
import { amountsOf, fatalIn, type SmallRun, smallRun, twoApps } from '../testing/small-run.ts';
import { readLedger } from './ledger/ledger.ts';
import type { ClientLine } from './log.ts';

const local = { swarm: { on: null, grid: null, advertise: null } } as never;
const isPossible = await demandClientPath(local).then(
  () => true,
  () => false,
);
const haproxy = await findTool('haproxy');
const able = twoApps(['feed']).find(({ app, transport }) => reconnectOver(app, transport) !== null);

/** The second server is up in this time on a busy machine too. */
const params = { disturbance: 'switch', interval: 20, before: 3, window: 0.5, after: 4 };
const CLIENTS = 2;
const ABOUT = { host: '127.0.0.1', advertise: null, elsewhere: false, swarm: 'console', switches: true } as const;

async function behind<Made>(make: (conditions: PreparedConditions) => Promise<Made>): Promise<Made> {
  const conditions = await prepareConditions([front], { front: { front: 'haproxy', protocol: 'tls' } }, ABOUT);
  try {
    return await make(conditions);
  } finally {
    await endConditions(conditions);
  }
}

(isPossible && haproxy.found && able !== undefined ? describe : describe.skip)(
  'a front points at a second server',
  () => {
    const { app, transport } = able!;
    const run: SmallRun = { scenario: 'recover', params, app, transport, clients: CLIENTS };
    /** The command of its server, which writes a line into a file when it begins, and one when it has been told to end. */
    const watched = (file: string, second: string): string[] => [
      ...['sh', '-c'],
      `test -e "$0" && ${second}; echo began >> "$0"; trap 'kill "$child"; wait "$child"; echo ended >> "$0"' TERM; "$@" & child=$!; wait "$child"`,
      file,
      ...app.start,
    ];

    test('all clients leave the first, which ends, and lose what was fed until they were back', async () => {
      const file = join(temporaryFolder(), 'servers');
      const record = await behind((conditions) =>
        smallRun({ ...run, conditions, app: { ...app, start: watched(file, ':') } }),
      );
      expect(fatalIn(record)).toEqual([]);
      const { hit, anew, fedTaken, fedRefused, sentByBackend, lostMessages, receivedByClients } = amountsOf(record);
      expect([hit, anew]).toEqual([CLIENTS, CLIENTS]);
      expect(fedTaken! + fedRefused!).toBeLessThanOrEqual(sentByBackend!);
      expect(lostMessages).toBeGreaterThan(0);
      expect(fedTaken! * CLIENTS).toBeLessThanOrEqual(receivedByClients! + lostMessages!);
      expect(record.metrics.back100).toMatchObject({ samples: [expect.any(Number)] });
      expect(readFileSync(file, 'utf8')).toBe('began\nbegan\nended\nended\n');
    });

    test('a body that is lost besides is seen', async () => {
      const runs = await behind((conditions) =>
        faultyRecords({ ...run, conditions, mostSeconds: 15, faults: ['loses-on-return'] }),
      );
      const { record, log } = runs.get('loses-on-return')!;
      expect(fatalIn(record)).toEqual([]);
      const ledger = readLedger(log.map((line) => JSON.stringify(line)));
      expect(amountsOf(record).lostMessages).toBe(ledger.lost);
      for (const { client, lost } of ledger.clients) {
        const line = log.find((one) => (one as ClientLine).client === client) as ClientLine;
        const [back] = line.events.find(([, what]) => what === 'back')!;
        expect(lost.at(-1)).toBe(line.seq[line.at.findIndex((at) => at > back)]! - 1);
      }
    });

    test('a second server that does not come up leaves the front as it is, and the run says why', async () => {
      const file = join(temporaryFolder(), 'servers');
      const record = await behind((conditions) =>
        smallRun({ ...run, conditions, app: { ...app, start: watched(file, 'exit 7') } }),
      );
      expect(fatalIn(record)).toEqual(['disturbance-failed']);
      const { message } = record.validity.find(({ code }) => code === 'disturbance-failed')!;
      expect(message).toMatch(/^the disturbance was not made as planned: .*7/);
      expect(amountsOf(record)).toMatchObject({ disconnects: 0, lostMessages: 0, duplicates: 0, outOfOrder: 0 });
      expect(readFileSync(file, 'utf8')).toBe('began\nended\n');
    });

    test('without a front it cannot be, which is said in a sentence', async () => {
      await expect(smallRun(run)).rejects.toThrow(/^a server is switched behind a front .*: add --front haproxy$/);
    });
  },
);
