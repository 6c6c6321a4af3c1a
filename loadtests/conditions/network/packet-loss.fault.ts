/** Lost packets for real: how many there are, on which ports, and what is left of the rules after a `kill -9`. Needs root and nft. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../../setup/tools/find.ts';
import { freePort } from '../../../system/free-port.ts';
import { ROOT } from '../../../system/root.ts';
import { amountsOf, fatalIn, smallRun, twoApps } from '../../scenarios/testing/small-run.ts';
import { shaped } from './condition.ts';
import { DATAGRAMS, measureLoss } from './measure-loss.ts';
import { networkNamed } from './network-files.ts';
import { demandPacketLoss, losePackets } from './packet-loss.ts';

const nft = (await findTool('nft')).path;
const toxiproxy = (await findTool('toxiproxy')).path;
const isPossible =
  nft !== null &&
  (await demandPacketLoss(nft).then(
    () => true,
    () => false,
  ));

const tables = (): string => execFileSync(nft!, ['list', 'tables', 'inet'], { encoding: 'utf8' });

/** Has a start of Outcry drop packets of `port`, and kills it. @returns its table */
async function killedWhileLosing(port: number, reaped: boolean): Promise<string> {
  const url = (file: string): string => JSON.stringify(join(ROOT, file));
  const script = `
    import { spawnOwned } from ${url('system/processes.ts')};
    import { losePackets } from ${url('loadtests/conditions/network/packet-loss.ts')};
    if (${reaped}) spawnOwned(['sleep', '600'], { label: 'sleep', stdio: 'ignore' });
    console.log((await losePackets(${JSON.stringify(nft)}, ${port}, 50)).name);
    setInterval(() => {}, 1000);`;
  const owner: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [table] = (await once(createInterface({ input: owner.stdout! }), 'line')) as [string];
  expect(tables()).toContain(table);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  return table;
}

(isPossible ? describe : describe.skip)('packets', () => {
  test.each([1, 20])('of which %d % are to be lost are lost in each direction', async (percent) => {
    const { lossToServer, lossToClients } = await measureLoss(nft!, percent);
    const allowed = 6 * Math.sqrt((percent * (100 - percent)) / DATAGRAMS);
    for (const lost of [lossToServer, lossToClients]) expect(Math.abs(lost - percent)).toBeLessThan(allowed);
  });

  test('are lost on one port alone', async () => {
    const port = await freePort();
    const loss = await losePackets(nft!, port, 50);
    try {
      const rules = execFileSync(nft!, ['list', 'table', 'inet', loss.name], { encoding: 'utf8' });
      expect(rules.match(/port \d+/g)).toEqual([`port ${port}`, `port ${port}`]);
    } finally {
      expect(await loss.remove()).toBe(true);
    }
    expect(tables()).not.toContain(loss.name);
  });

  test('are lost no more once the reaper has noticed a kill -9', async () => {
    const table = await killedWhileLosing(9, true);
    while (tables().includes(table)) await sleep(50);
  });

  test('are lost no more once another start finds the table of a dead one', async () => {
    const table = await killedWhileLosing(9, false);
    await demandPacketLoss(nft!);
    expect(tables()).not.toContain(table);
  });

  test('that are lost no more, as another program removed the table, are noticed', async () => {
    const loss = await losePackets(nft!, 9, 1);
    execFileSync(nft!, ['delete', 'table', 'inet', loss.name]);
    expect(await loss.remove()).toBe(false);
  });

  (toxiproxy === null ? test.skip : test)('of a run are lost, its messages are not', async () => {
    const [{ app, transport }] = twoApps(['echo']);
    const network = networkNamed('loss-5')!;
    const record = await smallRun({
      scenario: 'echo',
      params: { rate: 10, messages: 5 },
      app,
      transport,
      clients: 3,
      conditions: new Map([['network', shaped(network, { program: toxiproxy!, nft, host: '127.0.0.1' })]]),
    });
    expect(fatalIn(record)).toEqual([]);
    expect(amountsOf(record)).toMatchObject({ sentByClients: 15, receivedByServer: 15, receivedByClients: 15 });
    expect(record.identity.conditions!.network!.value).toEqual(network);
    expect(record.validity.map(({ code }) => code)).not.toContain('segments-resent');
    expect(tables()).not.toContain('outcry-loss');
  });
});
