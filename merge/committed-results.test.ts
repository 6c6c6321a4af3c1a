/** What may not be shown to everybody is not in this repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, '..', 'results');
/** The results that come with Outcry; what else lies there is whoever's machine it is. */
const COMMITTED = ['example', 'reference'].flatMap((folder) =>
  readdirSync(join(RESULTS, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name)),
);

test('no result that comes with Outcry has a notice, such as that a licence forbids to publish it', () => {
  expect(COMMITTED).not.toHaveLength(0);
  const noticed = COMMITTED.filter((name) => {
    const result: unknown = JSON.parse(readFileSync(join(RESULTS, name), 'utf8'));
    return [result].flat().some((one) => Object.hasOwn(one as object, 'notice'));
  });
  expect(noticed).toEqual([]);
});
