/**
 * The auction house in two real browsers at once, for every app that has one and over every transport that it has in a browser.
 * Written against the page alone: an app that is added is tested without a line changed here.
 */
import type { BrowserName } from '../../client-launcher/browser/driver-process.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { type App, auctionTransportsOf, readApps } from '../../setup/apps/manifest/manifest.ts';
import { AuctionPage } from './auction-page.ts';
import { TestBrowser } from './browser.ts';
import { announceHostileScenes } from './hostile-scenes.ts';
import { announceLoginScenes } from './login-scenes.ts';
import { announceLookScenes } from './look-scenes.ts';
import { announceLossScenes } from './loss-scenes.ts';
import { Meeting } from './meeting.ts';
import { announceRefusalScenes } from './refusal-scenes.ts';
import { Stage } from './stage.ts';
import { announceTradeScenes, announceVisitorScenes } from './trade-scenes.ts';

/** `./outcry test` says which apps it has built, and in which browser to test; without it, all there are, in Firefox. */
const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const browserName = (process.env.OUTCRY_TEST_BROWSER ?? 'firefox') as BrowserName;
const apps = readApps().filter((app) => app.features.includes('auction') && (wanted?.includes(app.id) ?? true));

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

/** The app whose name takes most room on the page, which is the same for all: there it is looked at. */
const longestNamed = [...apps].sort((a, b) => b.label.length - a.label.length)[0];

/** Files that run side by side, since a pair of browsers waits for the driver most of the time. */
const SHARES = 3;

/** The apps of each share, so that all shares have about as many transports. */
function sharesOf(all: readonly App[]): App[][] {
  const size = (share: readonly App[]): number =>
    share.reduce((sum, app) => sum + auctionTransportsOf(app, 'browser').length, 0);
  const shares: App[][] = Array.from({ length: SHARES }, () => []);
  for (const app of [...all].sort((a, b) => size([b]) - size([a]))) {
    shares.reduce((least, share) => (size(share) < size(least) ? share : least)).push(app);
  }
  return shares;
}

/** @param share from 0 on */
export function announceAuctions(share: number): void {
  const mine = sharesOf(apps)[share]!;
  if (mine.length === 0) return;
  let browsers: TestBrowser[] = [];
  let pages: { ann: AuctionPage; bob: AuctionPage };

  beforeAll(async () => {
    const stale = mine.filter((app) => !isBuilt(app)).map((app) => app.id);
    if (stale.length > 0) throw new Error(`not built as they are now: ${stale.join(', ')}; run ./outcry setup`);
    browsers = await Promise.all(['ann', 'bob'].map((name) => TestBrowser.open(name, browserName)));
    const [ann, bob] = browsers.map(({ driver }) => new AuctionPage(driver));
    pages = { ann: ann!, bob: bob! };
  });

  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
  });

  describe.each(mine.map((app) => [app.id, app] as const))('%s', (_id, app) => {
    const stage = new Stage(app, () => browsers);

    beforeAll(() => stage.start());

    afterAll(() => stage.stop());

    describe.each(auctionTransportsOf(app, 'browser'))('over %s', (transport) => {
      const meeting = new Meeting(stage, transport, () => pages);
      meeting.register();
      announceTradeScenes(meeting);
      announceLossScenes(meeting);
      // The same page and the same house over every transport, on which `./outcry verify` has the house's accounts and texts.
      if (transport !== auctionTransportsOf(app, 'browser')[0]) return;
      announceVisitorScenes(meeting);
      announceLoginScenes(meeting);
      announceHostileScenes(meeting);
      announceRefusalScenes(meeting);
      if (app === longestNamed) announceLookScenes(meeting);
    });
  });
}
