/** Workers that join, as the commands that they are; one is killed. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../system/free-port.ts';
import { eventually } from '../../system/testing/eventually.ts';
import { nothingLeft, type Outcry, outcry } from '../testing/outcry-process.ts';
import { inPlace, type Place, recordsIn, smallSession } from '../testing/small-session.ts';

const TOKEN = 'a-token-for-this-test';

/** A run with two workers that join. */
const run = (place: Place, env: Record<string, string>, port: number, ...more: string[]): Outcry =>
  smallSession(place, ['--messages', '30', '--workers', '2', '--join', String(port), ...more], env);

test(
  'two workers that join count every message; one that is killed is told, and another takes its place',
  inPlace(async (place) => {
    const port = await freePort();
    const temporary = join(place.results, 'temporary');
    mkdirSync(temporary);
    const worker = (token = TOKEN): Outcry =>
      outcry(['worker', '--join', `ws://127.0.0.1:${port}`], place.trace, {
        OUTCRY_JOIN_TOKEN: token,
        TMPDIR: temporary,
      });
    const first = worker();
    await first.says(/no runner at .* trying again/);
    const session = run(place, { OUTCRY_JOIN_TOKEN: TOKEN }, port, '--runs', '3', '--json');
    await session.says(/1 worker is missing of 2/);
    const stranger = await worker('another-token-for-this-test').ended;
    expect([stranger.code, stranger.stderr]).toEqual([2, expect.stringContaining('the join token is another one')]);
    const second = worker();
    await session.says(/#2: measuring/);
    process.kill(second.child.pid!, 'SIGKILL');
    const third = worker();

    const { code, stdout, stderr } = await session.ended;
    const [good, broken, again] = JSON.parse(stdout).runs;
    const whole = {
      sentByClients: 120,
      receivedByServer: 120,
      sentByServer: 480,
      deliveredToClients: 480,
      valid: true,
    };
    expect([good, again]).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
    expect(broken.validity).toContainEqual({
      code: 'client-died',
      level: 'fatal',
      message: expect.stringMatching(/member \d died \(the worker on \S+ vanished: its connection ended\)/),
    });
    expect(code).toBe(4);
    expect([(await first.ended).code, (await third.ended).code]).toEqual([0, 0]);
    await nothingLeft(place.trace);
    // Of the one that was killed its reaper takes away what the runner had sent it.
    await eventually(() => readdirSync(temporary).every((name) => !name.startsWith('outcry-')), 'nothing in TMPDIR');

    const [record, ...others] = recordsIn(place).map((file) => readFileSync(join(place.results, file), 'utf8'));
    expect(JSON.parse(record!).identity.conditions.placement.value).toEqual({ server: 'process', workers: 'joined' });
    // Both ran on this machine, which is one machine and has one clock.
    expect(JSON.parse(record!).hosts).toEqual([
      expect.objectContaining({
        members: 2,
        node: process.version,
        cpuPercent: expect.any(Number),
        membersCpuPercent: expect.any(Number),
        clock: { errorMs: 0, driftMs: null },
      }),
    ]);
    for (const text of [record!, ...others, stdout, stderr]) expect(text).not.toContain(TOKEN);
  }),
);

test(
  'without a terminal a token is not made, since it could not be shown',
  inPlace(async (place) => {
    const { code, stderr } = await run(place, {}, 0).ended;
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--join needs a token in OUTCRY_JOIN_TOKEN/)]);
  }),
);
