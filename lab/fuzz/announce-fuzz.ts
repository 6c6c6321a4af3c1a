/**
 * A short fuzz of every app, the same each time: a thousand hostile inputs over its transports, and all checks of one transport afterwards.
 * The server is the same for all; `npm run fuzz` checks each.
 */
import { isBuilt } from '../../setup/apps/build/build.ts';
import { readApps, transportsOf } from '../../setup/apps/manifest/manifest.ts';
import { fuzzApp } from './fuzz-app.ts';

const INPUTS = 1_000;
/** Files that run side by side. Within each there is one app at a time: its clients share a thread, and would keep others waiting. */
const SHARES = 2;

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const apps = readApps()
  .filter(({ id, features }) => features.includes('load') && (wanted?.includes(id) ?? true))
  .sort((a, b) => transportsOf(b, 'console').length - transportsOf(a, 'console').length);

/** @param share from 0 on */
export function announceFuzz(share: number): void {
  test('there are apps to test', () => {
    expect(apps).not.toEqual([]);
  });

  for (const app of apps.filter((_, place) => place % SHARES === share)) {
    test(`${app.id} stands hostile inputs, and does everything afterwards`, async () => {
      if (!isBuilt(app)) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
      const options = { inputs: INPUTS, seed: 1, transports: null, briefly: true };
      const { counts, checks, problems } = await fuzzApp(app, options, () => {});
      expect(problems).toEqual([]);
      expect(checks).toBeGreaterThan(10);
      for (const { inputs } of Object.values(counts))
        expect(inputs).toBeGreaterThanOrEqual(INPUTS / Object.keys(counts).length);
    });
  }
}
