/** Tests that this repository holds no results that may not be published. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPacked, readPacked } from './packed-session.ts';

const RESULTS = join(import.meta.dirname, '..', 'results');
/** The texts of the results that come with Outcry, by name. Other folders hold the runs of this machine. */
const COMMITTED = ['example', 'reference'].flatMap((folder) =>
  readdirSync(join(RESULTS, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(RESULTS, folder, name);
    if (isPacked(path)) return [...readPacked(path)].map(([file, text]) => [`${path}/${file}`, text] as const);
    return name.endsWith('.json') ? [[path, readFileSync(path, 'utf8')] as const] : [];
  }),
);

test('no result that comes with Outcry has a notice, such as that a licence forbids to publish it', () => {
  expect(COMMITTED.length).toBeGreaterThan(300);
  const noticed = COMMITTED.filter(([, text]) =>
    [JSON.parse(text)].flat().some((one) => Object.hasOwn(one as object, 'notice')),
  );
  expect(noticed.map(([name]) => name)).toEqual([]);
});
