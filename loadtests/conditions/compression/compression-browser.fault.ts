/** Browsers accept the compression that a run with `--deflate` asks of servers: a delivery takes fewer bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcry } from '../../../cli/testing/outcry-process.ts';
import { inPlace, type Place, recordsIn } from '../../../cli/testing/small-session.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { readApps, transportsOf } from '../../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { amountsOf, fatalIn } from '../../scenarios/testing/small-run.ts';

/** Each message has the payload of the one before, so that compressed ones take less than this share. */
const LOAD = '--payload 2000 --rate 10 --messages 10 --warmup 0 --preflight 0 --no-live --runs 1 --wire'.split(' ');
const SHARE = 0.5;
/** What goes up over HTTP is not compressed: each message comes down to all of them. */
const CLIENTS = 4;
const SENT = CLIENTS * 10;

const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const able = readApps()
  .filter(({ id, requires }) => tested?.includes(id) ?? requires.every((tool) => tool.startsWith('node')))
  .flatMap((app) => {
    const transports = transportsOf(app, 'browser').filter((transport) =>
      app.transports[transport]?.compression?.includes('browser'),
    );
    return transports.map((transport) => ({ id: app.id, transport }));
  });
/** One of each transport, for less waiting. */
const chosen = tested
  ? able
  : able.filter((one, at) => able.findIndex((other) => other.transport === one.transport) === at);

// Firefox is set up by `./outcry test`; Chromium is not, so that tests take what is there.
const chromium = await Promise.all(['chromium', 'chromedriver'].map((id) => findTool(id)));
const browsers = ['firefox', ...(chromium.every(({ found }) => found) ? ['chrome'] : [])];

/** Of one run. */
async function bytesPerDelivery(
  place: Place,
  browser: string,
  { id, transport }: (typeof able)[number],
  ...more: string[]
): Promise<number> {
  const before = recordsIn(place);
  const swarm = ['--swarm', 'browser', '--browser', browser, '--browsers', '1', '--clients-per-browser', `${CLIENTS}`];
  const asked = ['--frameworks', id, '--transports', transport, '--results', place.results];
  const { code, stderr } = await outcry(['run', ...asked, ...swarm, ...LOAD, ...more], place.trace).ended;
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const file = recordsIn(place).find((name) => !before.includes(name))!;
  const record = JSON.parse(readFileSync(join(place.results, file), 'utf8')) as RunRecord;
  const { receivedByClients, wireBytes } = amountsOf(record);
  expect([fatalIn(record), receivedByClients]).toEqual([[], SENT * CLIENTS]);
  return wireBytes! / receivedByClients!;
}

const cases = browsers.flatMap((browser) => chosen.map((one) => [browser, one.id, one.transport, one] as const));

test.each(cases)('%s, %s over %s: the server sends fewer bytes for a delivery with --deflate', (browser, _, __, one) =>
  inPlace(async (place) => {
    const plain = await bytesPerDelivery(place, browser, one);
    const deflated = await bytesPerDelivery(place, browser, one, '--deflate');
    expect(deflated).toBeLessThan(SHARE * plain);
  })(),
);
