/** The committed table of what a message takes on the wire is what the apps send, and near the framework's own example. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { ROOT } from '../../system/root.ts';
import { measureApp } from './measure.ts';
import { BYTES_PAGE, figuresIn, keyOf } from './table.ts';

/** Clocks and ports have more digits on some machines, and versions of Node.js other headers. A message escaped once more has 150. */
const WITHIN_BYTES = 48;
/** An app's own envelope, names and times of the hops beside the example's message. */
const ENVELOPE_BYTES = 128;

const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const apps = readApps().filter(
  ({ id, requires }) => tested?.includes(id) ?? requires.every((tool) => tool.startsWith('node')),
);

describe('one message', () => {
  const figures = figuresIn(readFileSync(join(ROOT, BYTES_PAGE), 'utf8'));

  test.each(apps.map((app) => [app.id, app] as const))(
    '%s: takes as many bytes as the table says',
    async (_id, app) => {
      const rows = await measureApp(app);
      const main = rows.find(({ transport }) => transport === Object.keys(app.transports)[0])!;
      expect(app.beside?.acknowledgements.startsWith('none')).toBe(main.answer === 0);
      for (const row of rows) {
        const { toClient, example, toServer, answer } = row;
        const measured = [
          ...[toClient.text, toClient.json],
          ...(example === null ? [null] : [example.text, example.json]),
          ...[toServer.text, toServer.json, answer],
        ];
        const listed = figures.get(keyOf(row));
        const far = measured.filter((bytes, at) => Math.abs((bytes ?? 0) - (listed?.[at] ?? 0)) > WITHIN_BYTES);
        expect({ row, listed, far }).toEqual({ row, listed: expect.any(Array), far: [] });
        if (example === null) continue;
        expect(toClient.text - example.text).toBeLessThanOrEqual(ENVELOPE_BYTES);
        expect(toClient.json - example.json).toBeLessThanOrEqual(ENVELOPE_BYTES);
      }
    },
  );
});
