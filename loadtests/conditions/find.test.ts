import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNotCompared } from '../../merge/comparable.ts';
import { mergeRuns } from '../../merge/index.ts';
import { labelMerges } from '../../merge/labels.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import type { Merge } from '../../merge/types.ts';
import { checkRecord } from '../../web-api/check-record.ts';
import { makeRecord } from '../runner/record.ts';
import { faultlessRun } from '../runner/testing/faultless-run.ts';
import { endConditions, findConditions, prepareConditions } from './find.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-conditions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A condition that nothing but its folder knows. */
function toy(name: string, prepare: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, name, 'condition.mjs'),
    `export default { name: '${name}', option: { flags: '--${name} <what>', about: '', key: '${name}', fallback: null }, prepare: async (asked) => { ${prepare} } };`,
  );
  writeFileSync(join(folder, name, 'condition.ts'), `export { default } from './condition.mjs';`);
}

const WEATHER =
  "globalThis.said ??= []; globalThis.said.push('begin'); return asked === null ? null : { identity: { value: asked, text: asked + ' outside' }, flags: () => [{ code: 'weather', level: 'warning', message: 'it changed' }], end: async () => globalThis.said.push('end') };";

test('the conditions of this checkout are found by their folders', async () => {
  const names = (await findConditions()).map(({ name }) => name);
  expect(names).toContain('priority');
  expect(names).toEqual([...names].sort());
});

test('a toy condition is in records, reports, labels and comparisons, and only its folder knows it', async () => {
  toy('weather', WEATHER);
  const conditions = await findConditions(folder);
  const prepared = await prepareConditions(conditions, { weather: 'rain' });
  const run = faultlessRun();
  run.session.conditions = prepared;
  const record = makeRecord(run);
  expect(record.identity.conditions).toEqual({ weather: { value: 'rain', text: 'rain outside' } });
  expect(record.validity.map(({ code }) => code)).toContain('weather');
  expect(() => checkRecord(record)).not.toThrow();
  await endConditions(prepared);

  const under = { conditions: record.identity.conditions! };
  const runs = [...makeRuns(3, { seed: 1 }), ...makeRuns(3, { seed: 2, identity: under })];
  const [dry, wet] = mergeRuns(runs) as [Merge, Merge];
  const why = whyNotCompared(dry, wet, 'fromSent', false);
  expect(why).toBe('not the same load: weather rain outside, baseline default');
  expect(labelMerges([dry, wet])[1]).toContain('weather: rain outside');
});

test('at its default a condition leaves no trace', async () => {
  toy('weather', WEATHER);
  const prepared = await prepareConditions(await findConditions(folder), {});
  expect(prepared.size).toBe(0);
  const run = faultlessRun();
  run.session.conditions = prepared;
  expect(makeRecord(run).identity).not.toHaveProperty('conditions');
});

test('where one cannot be had, those before it end', async () => {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  toy('a-weather', WEATHER.replace('asked === null', 'false'));
  toy('b-season', "throw new Error('no such season');");
  await expect(prepareConditions(await findConditions(folder), {})).rejects.toThrow('no such season');
  expect(said).toEqual(['begin', 'end']);
});
