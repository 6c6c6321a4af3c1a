/** Tests of a session when something is killed, full or taken. */
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PACKED, readPacked } from '../../records/packed-session.ts';
import { leftRunning, nothingLeft, outcry } from '../testing/outcry-process.ts';
import { inPlace, type Place, readRecord, recordsIn, smallSession } from '../testing/small-session.ts';

/** At once with others: most of the time is waiting for messages that are not due yet. */
const amongOthers = (title: string, act: (place: Place) => Promise<void>): void => test.concurrent(title, inPlace(act));

describe('a session', () => {
  amongOthers('counts every message and ends with 0', async (place) => {
    const { code, stdout } = await smallSession(place, ['--runs', '1', '--json']).ended;
    const [measured] = JSON.parse(stdout).runs;
    expect(measured).toMatchObject({
      sentByClients: 80,
      receivedByServer: 80,
      sentByServer: 320,
      deliveredToClients: 320,
      valid: true,
    });
    expect(code).toBe(0);
    await nothingLeft(place.trace);
  });

  amongOthers('looks at the machine before it begins, and keeps what it saw', async (place) => {
    const { stderr } = await smallSession(place, ['--runs', '1', '--preflight', '0.2']).ended;
    expect(stderr).toMatch(/^Preflight check of 0\.\d+ s: .* a loopback round trip took .*$/m);
    const { preflight } = readRecord(place, recordsIn(place)[0]!);
    expect(preflight!.loopback.p50).toBeGreaterThan(0);
  });

  amongOthers(
    'that is interrupted leaves nothing running, keeps what it has, and is resumed without repeating it',
    async (place) => {
      const interrupted = smallSession(place, ['--runs', '3']);
      await interrupted.says(/#1: mean/);
      interrupted.child.kill('SIGINT');
      expect((await interrupted.ended).code).toBe(130);
      await nothingLeft(place.trace);
      const [first] = recordsIn(place);
      expect(first).toMatch(/-websocket-01\.json$/);

      const resumed = await outcry(
        ['run', '--resume', '--results', place.results, '--preflight', '0', '--no-live', '--json'],
        place.trace,
      ).ended;
      expect(resumed.code).toBe(0);
      expect(recordsIn(place)).toHaveLength(3);
      expect(recordsIn(place)[0]).toBe(first);
      expect(resumed.stderr).not.toMatch(/#1: mean/);
      expect(JSON.parse(resumed.stdout).runs).toHaveLength(3);
    },
  );

  amongOthers('that was packed is resumed, and packed with its new runs', async (place) => {
    const command = (...words: string[]) => outcry([...words, '--results', place.results, '--json'], place.trace).ended;
    await smallSession(place, ['--runs', '1']).ended;
    const [before] = recordsIn(place);
    const session = before!.split('/')[0]!;
    expect((await command('pack', session)).code).toBe(0);
    expect(recordsIn(place)).toEqual([]);

    const resumed = await command('run', '--resume', session, '--runs', '2', '--preflight', '0', '--no-live');
    expect([resumed.code, JSON.parse(resumed.stdout).runs.length]).toEqual([0, 2]);
    expect(recordsIn(place)).toEqual([before!.replace('-01.json', '-02.json')]);
    expect((await command('pack', session)).code).toBe(0);
    expect(recordsIn(place)).toEqual([]);
    const packed = readPacked(join(place.results, session, PACKED));
    expect([...packed.keys()].filter((name) => name.endsWith('.json'))).toHaveLength(3);
  });

  amongOthers('whose server is killed keeps an invalid run, goes on with the next, and ends with 4', async (place) => {
    const session = smallSession(place, ['--runs', '2', '--messages', '100', '--json']);
    await session.says(/#1: measuring/);
    const server = leftRunning(place.trace).find(({ command }) => command.includes('dist/server.mjs'))!;
    process.kill(server.pid, 'SIGKILL');
    const { code, stdout } = await session.ended;
    const [first, second] = JSON.parse(stdout).runs;
    expect(first.valid).toBe(false);
    expect(first.validity.map((finding: { code: string }) => finding.code)).toContain('server-restarted');
    expect(second.valid).toBe(true);
    expect(code).toBe(4);
  });

  amongOthers('that loses a worker keeps an invalid run with client-died', async (place) => {
    const session = smallSession(place, ['--runs', '1', '--messages', '100', '--clients-per-worker', '2', '--json']);
    await session.says(/#1: measuring/);
    const workers = leftRunning(place.trace).filter(({ command }) => command.includes('console-worker'));
    expect(workers).toHaveLength(2);
    process.kill(workers[1]!.pid, 'SIGKILL');
    const { code, stdout } = await session.ended;
    const [first] = JSON.parse(stdout).runs;
    expect(first.validity.map((finding: { code: string }) => finding.code)).toContain('client-died');
    expect(code).toBe(4);
  });

  amongOthers('that cannot write its results says so before it measures', async (place) => {
    const file = join(place.results, 'a-file');
    writeFileSync(file, '');
    const { code, stderr } = await smallSession({ ...place, results: file }).ended;
    expect(stderr).toMatch(/cannot read .*a-file: ENOTDIR: a file is in the place of a folder; move it away/);
    expect(code).toBe(4);
  });
});

amongOthers('a port that is taken is said, with what to do', async (place) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as { port: number };
  const { code, stderr } = await outcry(['charts', '--port', String(port), '--results', place.results], place.trace)
    .ended;
  taken.close();
  expect(stderr).toMatch(new RegExp(`port ${port} is taken`));
  expect(code).toBe(3);
});

amongOthers('wrong use ends with 2 and names what there is', async (place) => {
  const { code, stderr } = await outcry(['run', '--frameworks', 'no-such-thing'], place.trace).ended;
  expect(stderr).toMatch(/no framework "no-such-thing"; there is: /);
  expect(code).toBe(2);
  expect(existsSync(join(place.results, 'session'))).toBe(false);
});
