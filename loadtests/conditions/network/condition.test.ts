import type { SurroundingsReading } from '../../../protocol/surroundings.ts';
import { EXIT } from '../../../system/errors.ts';
import { codes, recordOf } from '../../session/testing/record-of.ts';
import condition, { shaped } from './condition.ts';

const asked = { name: 'dsl', roundTripMs: 40, jitterMs: 10, downKbit: 4000, upKbit: 800 };
const here = { host: '127.0.0.1', advertise: null, elsewhere: false };

test('a run says over which network it was, what that was found to be, and where it was not what was asked for', () => {
  const known = { roundTripMs: 41, shortestMs: 30, longestMs: 52, downKbit: 4000, upKbit: 800 };
  const over = (roundTripMs: number) =>
    recordOf((run) => {
      const network = shaped(asked, { program: '', host: here.host, known: { ...known, roundTripMs } });
      run.session.conditions = new Map([['network', network]]);
    });
  const { identity, conditionsMeasured } = over(41);
  const text = 'dsl (round trip 40 ms ± 10, 4,000 kbit/s down, 800 up)';
  expect(identity.conditions).toEqual({ network: { value: asked, text, mark: 'over dsl', otherwise: 'local' } });
  expect(conditionsMeasured!.network).toEqual({
    value: known,
    text: 'round trip 41 ms (30 to 52), 4,000 kbit/s down, 800 up',
  });
  expect(codes(over(41))).toEqual([]);
  expect(codes(over(80))).toEqual(['network-off']);
});

test('where nothing is shaped, nothing is between clients and server', async () => {
  expect(await condition.plan(null, here)).toEqual({ between: 0 });
  expect(await condition.prepare(null, here, () => {})).toBeNull();
  expect(await condition.plan(asked, here)).toEqual({ between: 1 });
});

/** A reading of a machine that has resent this many segments. */
const resending = (at: number, resentSegments: number): SurroundingsReading => ({
  at,
  ownSeconds: 0,
  taskSeconds: 0,
  stolenSeconds: 0,
  swappedPages: 0,
  stalledSeconds: 0,
  asleepSeconds: 0,
  throttledSeconds: null,
  throttles: 0,
  sentSegments: 10 * resentSegments,
  resentSegments,
  resentBegins: 0,
  droppedBegins: 0,
  megahertz: 3000,
});

describe('a network that loses packets', () => {
  const lossy = { ...asked, lossPercent: 1 };

  test('says so, and is compared with no other', () => {
    const { value, text } = shaped(lossy, { program: '', nft: '', host: here.host }).identity!;
    expect(value).toEqual(lossy);
    expect(text).toBe('dsl (round trip 40 ms ± 10, 4,000 kbit/s down, 800 up, 1 % of packets lost each way)');
  });

  test('makes TCP send segments again: a run is flagged for that over other networks only', () => {
    const resentOver = (nft: string | null) =>
      codes(
        recordOf((run) => {
          run.session.conditions = new Map([['network', shaped(asked, { program: '', nft, host: here.host })]]);
          run.samples!.surroundings.readings = [resending(run.window!.from, 0), resending(run.window!.to, 100)];
        }),
      );
    expect(resentOver(null)).toEqual(['segments-resent']);
    expect(resentOver('nft')).toEqual([]);
  });

  test('has its clients on this machine', async () => {
    for (const elsewhere of [{ elsewhere: true }, { advertise: 'host.example' }]) {
      const plan = condition.plan(lossy, { ...here, ...elsewhere });
      await expect(plan).rejects.toThrow(expect.objectContaining({ exitCode: EXIT.usage }));
      await expect(plan).rejects.toThrow(
        /^dsl loses packets on this machine's loopback, and these clients are on other/,
      );
    }
    expect(await condition.plan(lossy, here)).toEqual({ between: 1 });
  });
});

test('help says what each network is', () => {
  expect(condition.help()).toMatch(/^Networks:\n {2}local: nothing is shaped\n(.*\n)* {2}lan \(round trip /);
});
