/** Browsers accept the compression that a run with `--deflate` asks of servers: a delivery over WebSocket takes fewer bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcry } from '../../../cli/testing/outcry-process.ts';
import { inPlace, type Place, recordsIn } from '../../../cli/testing/small-session.ts';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { readApps } from '../../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { amountsOf, fatalIn } from '../../scenarios/testing/small-run.ts';

/** Each message has the payload of the one before, so that compressed ones take less than this share. */
const LOAD = '--payload 2000 --rate 10 --messages 10 --warmup 0 --preflight 0 --no-live --runs 1 --wire'.split(' ');
const SHARE = 0.5;
const CLIENTS = 2;
const SENT = CLIENTS * 10;

const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const candidates = readApps()
  .filter(({ id, requires }) => tested?.includes(id) ?? requires.every((tool) => tool.startsWith('node')))
  .flatMap(({ id, transports }) => (transports.websocket?.compression?.includes('browser') ? [id] : []));
/** Two, for less waiting. */
const able = [...new Set([candidates[0]!, candidates.at(-1)!])];

// Firefox is set up by `./outcry test`; Chromium is not, so that tests take what is there.
const chromium = await Promise.all(['chromium', 'chromedriver'].map((id) => findTool(id)));
const browsers = ['firefox', ...(chromium.every(({ found }) => found) ? ['chrome'] : [])];

/** One run of each app; bytes per delivery by the app's id. */
async function bytesPerDelivery(place: Place, browser: string, ...more: string[]): Promise<Map<string, number>> {
  const before = recordsIn(place);
  const swarm = ['--swarm', 'browser', '--browser', browser, '--browsers', '1', '--clients-per-browser', `${CLIENTS}`];
  const asked = ['--frameworks', able.join(','), '--transports', 'websocket', '--results', place.results];
  const { code, stderr } = await outcry(['run', ...asked, ...swarm, ...LOAD, ...more], place.trace).ended;
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const records = recordsIn(place)
    .filter((file) => !before.includes(file))
    .map((file) => JSON.parse(readFileSync(join(place.results, file), 'utf8')) as RunRecord);
  return new Map(
    records.map((record) => {
      const { receivedByClients, wireBytes } = amountsOf(record);
      expect([fatalIn(record), receivedByClients]).toEqual([[], SENT * CLIENTS]);
      return [record.identity.framework, wireBytes! / receivedByClients!];
    }),
  );
}

test.each(browsers)('%s: servers send fewer bytes for a delivery with --deflate', (browser) =>
  inPlace(async (place) => {
    const plain = await bytesPerDelivery(place, browser);
    const deflated = await bytesPerDelivery(place, browser, '--deflate');
    const isLess = (id: string) => deflated.get(id)! < SHARE * plain.get(id)!;
    expect(able.map((id) => [id, isLess(id)])).toEqual(able.map((id) => [id, true]));
  })(),
);
