/** Browsers accept the compression that a run with `--deflate` asks of servers: a delivery takes fewer bytes than its payload has. */
import { amountsOf, fatalIn } from '../../loadtests/scenarios/testing/small-run.ts';
import type { Transport } from '../../metrics/transports.ts';
import { type App, readApps, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { findTool } from '../../setup/tools/find.ts';
import { outcry } from '../testing/outcry-process.ts';
import { inPlace, type Place, readRecord, recordsIn, SHORT } from '../testing/small-session.ts';

/** Random letters, the same in each message: servers that compress each without those before it make seven tenths of them. */
const PAYLOAD = 8000;
const LOAD = ['--payload', `${PAYLOAD}`, '--rate', '10', '--messages', '10', ...SHORT, '--wire'];
/** The largest allowed size of a compressed message with its frame or headers, as a share of its payload. */
const SHARE = 0.9;
const CLIENTS = 4;
const SENT = CLIENTS * 10;

const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const compressed = (app: App): Transport[] =>
  transportsOf(app, 'browser').filter((one) => app.transports[one]?.compression?.includes('browser'));
const needsMore = ({ requires }: App): boolean => !requires.every((tool) => tool.startsWith('node'));

/**
 * Few apps that together have every transport on which some app compresses, each with those that no app before it has. Virtual machines take
 * long to start: where it does not matter which app, it is one without.
 */
const able: { id: string; transports: Transport[] }[] = [];
const seen = new Set<Transport>();
for (const app of readApps()
  .filter(({ id }) => tested?.includes(id) ?? true)
  .sort((a, b) => Number(needsMore(a)) - Number(needsMore(b)) || compressed(b).length - compressed(a).length)) {
  const transports = compressed(app).filter((one) => !seen.has(one));
  if (transports.length > 0) able.push({ id: app.id, transports });
  for (const one of transports) seen.add(one);
}

// Firefox is set up by `./outcry test`; Chromium is not, so that tests take what is there.
const chromium = await Promise.all(['chromium', 'chromedriver'].map((id) => findTool(id)));
const hasChromium = chromium.every(({ found }) => found);

/** One run of each transport; bytes per delivery by its name. */
async function bytesPerDelivery(place: Place, asked: string[]): Promise<Map<Transport, number>> {
  const swarm = ['--swarm', 'browser', '--browsers', '1', '--clients-per-browser', `${CLIENTS}`];
  const all = ['run', ...asked, ...swarm, ...LOAD, '--results', place.results];
  const { code, stderr } = await outcry(all, place.trace).ended;
  expect([code, stderr]).toEqual([0, stderr]);
  return new Map(
    recordsIn(place).map((file) => {
      const record = readRecord(place, file);
      const { receivedByClients, wireBytes, wireBytesToClients } = amountsOf(record);
      expect([fatalIn(record), receivedByClients]).toEqual([[], SENT * CLIENTS]);
      // A proxy counts no directions.
      return [record.identity.transport, (wireBytesToClients ?? wireBytes)! / receivedByClients!];
    }),
  );
}

const inFirefox = able.map(({ id, transports }) => ['firefox', id, transports] as const);
/** One app is enough to see that Chromium accepts compression. */
const inChromium = inFirefox.slice(0, hasChromium ? 1 : 0).map(([, ...rest]) => ['chrome', ...rest] as const);

test.each([...inFirefox, ...inChromium])(
  '%s, %s over %s: a delivery takes fewer bytes than its payload with --deflate',
  (browser, id, transports) =>
    inPlace(async (place) => {
      const asked = ['--browser', browser, '--frameworks', id, '--transports', transports.join(','), '--deflate'];
      const bytes = await bytesPerDelivery(place, asked);
      const isLess = (transport: Transport) => bytes.get(transport)! < SHARE * PAYLOAD;
      expect(transports.map((one) => [one, isLess(one)])).toEqual(transports.map((one) => [one, true]));
    })(),
);
