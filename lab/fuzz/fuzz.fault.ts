/** A short fuzz of every app, the same each time: a thousand hostile inputs over its transports, and all checks afterwards. */
import { isBuilt } from '../../setup/apps/build/build.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { fuzzApp } from './fuzz-app.ts';

const INPUTS = 1_000;

const wanted = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',');
const apps = readApps().filter(({ id, features }) => features.includes('load') && (wanted?.includes(id) ?? true));

// At once: most of the time is waiting.
test.concurrent.each(apps.map((app) => ({ name: app.id, app })))(
  '$name stands hostile inputs, and does everything afterwards',
  async ({ app }) => {
    if (!isBuilt(app)) throw new Error(`apps/${app.id} is not built as it is now; run ./outcry setup`);
    const { counts, checks, problems } = await fuzzApp(app, { inputs: INPUTS, seed: 1, transports: null }, () => {});
    expect(problems).toEqual([]);
    expect(checks).toBeGreaterThan(10);
    for (const { inputs } of Object.values(counts))
      expect(inputs).toBeGreaterThanOrEqual(INPUTS / Object.keys(counts).length);
  },
  600_000,
);
