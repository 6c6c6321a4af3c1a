import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { loadOf } from '../../chart-merger/page/model/row-texts.ts';
import { conditionsHelp, withConditions } from '../../cli/options/condition-options.ts';
import { mergeTable } from '../../cli/output/tables.ts';
import {
  conditionsAsked,
  conditionsInTexts,
  conditionsOfSession,
  endConditions,
  findConditions,
  ON_THIS_MACHINE,
  planConditions,
  prepareConditions,
} from '../../loadtests/conditions/find.ts';
import { makeRecord } from '../../loadtests/session/record/make-record.ts';
import { faultlessRun } from '../../loadtests/session/testing/faultless-run.ts';
import { notRankedBecause, remarksOnPair, whyNotCompared } from '../../merge/compare/comparable.ts';
import { matchRows, type Row } from '../../merge/gate/gate-rows.ts';
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { labelMerges, shortLabels } from '../../merge/text/labels.ts';
import type { Merge } from '../../merge/types.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { checkRecord } from '../../records/check-record.ts';
import type { PlacedServer } from '../../setup/apps/places/place.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** A condition that nothing but its folder knows. @param parts of it, as code */
function toy(name: string, parts: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'condition.mjs'), `export default { name: '${name}', ${parts} };`);
  writeFileSync(join(folder, name, 'condition.ts'), `export { default } from './condition.mjs';`);
}

const SAID = 'globalThis.said ??= []; globalThis.said.push';
const WEATHER = `
  options: [{ flags: '--weather <what>', about: 'what falls', parse: (text) => text.toLowerCase() }],
  help: () => 'Weathers:\\n  rain',
  plan: async (asked) => (asked === null ? {} : { swarmCores: 1, between: 1 }),
  prepare: async (asked) => asked && {
    identity: { value: { what: asked }, text: asked + ' outside', mark: 'in ' + asked, otherwise: 'dry' },
    measured: () => ({ value: 3, text: '3 mm' }),
    beforeSwarm: async () => { ${SAID}('begin') },
    ofServer: () => ({ flags: [{ code: 'wet-server', level: 'warning', message: 'it dripped' }] }),
    flags: () => [{ code: 'weather', level: 'warning', message: 'it changed' }],
    end: async () => { ${SAID}('end') },
  }`;

/** The record of a run under conditions of `folder` that were asked for in `words`. */
async function recordUnder(...words: string[]): Promise<RunRecord> {
  const conditions = await findConditions(folder);
  const command = withConditions(new Command(), conditions).parse(words, { from: 'user' });
  const kept = JSON.parse(JSON.stringify({ conditions: await conditionsAsked(command.opts(), conditions) }));
  const prepared = await prepareConditions(conditions, conditionsOfSession(kept, conditions));
  const run = faultlessRun();
  run.session.conditions = prepared;
  const found = [...prepared].map(([name, one]) => [name, one.ofServer!({} as PlacedServer, NO_RUN)!] as const);
  run.found = new Map(found);
  const record = makeRecord(run);
  await endConditions(prepared);
  expect(() => checkRecord(record)).not.toThrow();
  return record;
}

const NO_RUN = { name: 'alpha', clients: 2 };

/** Three dry runs as a merge, and three under the conditions of `record`. */
function dryAndWet({ identity, conditionsMeasured, validity }: RunRecord): [Merge, Merge] {
  const wet = makeRuns(3, { seed: 2, identity: { conditions: identity.conditions! } });
  const runs = wet.map((run) => ({ ...run, conditionsMeasured: conditionsMeasured!, validity }));
  return mergeRuns([...makeRuns(3, { seed: 1 }), ...runs]) as [Merge, Merge];
}

test('the conditions of this checkout are found by their folders', async () => {
  const names = (await findConditions()).map(({ name }) => name);
  expect(names).toContain('priority');
  expect(names).toEqual([...names].sort());
});

describe('a toy condition, which only its folder knows,', () => {
  test('is asked for by its option, kept with the session, and in the record', async () => {
    toy('weather', WEATHER);
    const { identity, conditionsMeasured, validity } = await recordUnder('--weather', 'RAIN');
    expect(identity.conditions).toEqual({
      weather: { value: { what: 'rain' }, text: 'rain outside', mark: 'in rain', otherwise: 'dry' },
    });
    expect(conditionsMeasured).toEqual({ weather: { value: 3, text: '3 mm' } });
    expect(validity.map(({ code }) => code)).toEqual(['weather', 'wet-server']);
    const conditions = await findConditions(folder);
    expect(conditionsHelp(conditions)).toBe('\n\nWeathers:\n  rain');
    expect(await conditionsInTexts({ weather: 'Snow' }, conditions)).toEqual({ weather: 'snow' });
  });

  test('is in tables, names, pages, comparisons and the gate', async () => {
    toy('weather', WEATHER);
    const [dry, wet] = dryAndWet(await recordUnder('--weather', 'rain'));
    expect(whyNotCompared(dry, wet, 'fromSent', false)).toBe('not the same load: weather rain outside, baseline dry');
    expect(labelMerges([dry, wet])).toEqual(['Alpha websocket', 'Alpha websocket in rain']);
    expect(loadOf(wet, [])).toMatch(/; weather: rain outside$/);
    expect(wet.conditionsMeasured).toEqual({ weather: ['3 mm'] });
    expect(mergeTable([dry, wet], [])).toMatch(/^Alpha +websocket in rain .*weather, wet server/m);
    const row = (merge: Merge): Row => ({ merge, valid: [], all: [] });
    expect(matchRows([row(wet)], [row(dry)]).rows[0]!.reason).toBe(
      'the nearest there differs: weather: rain outside here, none there',
    );
  });

  test('may let runs be compared with a remark, or keep a row from being ranked', async () => {
    toy('weather', WEATHER.replace("mark: 'in ' + asked", 'remark: true'));
    const [dry, wet] = dryAndWet(await recordUnder('--weather', 'rain'));
    expect(whyNotCompared(dry, wet, 'fromSent', false)).toBeNull();
    expect(remarksOnPair(dry, wet)).toContain('weather: rain outside against dry');
    rmSync(join(folder, 'weather'), { recursive: true });
    toy('outdoors', WEATHER.replace("mark: 'in ' + asked", "mark: '(' + asked + ')', unranked: 'outdoors'"));
    const [, apart] = dryAndWet(await recordUnder('--weather', 'rain'));
    expect(notRankedBecause(apart)).toBe('outdoors: rain outside');
    expect(shortLabels([apart], labelMerges([apart]))).toEqual(['Alpha websocket (outdoors)']);
  });

  test('changes the plan of a session', async () => {
    toy('weather', WEATHER);
    toy('season', WEATHER.replaceAll('weather', 'season'));
    const planned = await planConditions(
      await findConditions(folder),
      { weather: 'rain', season: 'winter' },
      ON_THIS_MACHINE,
    );
    expect(planned).toEqual({ swarmCores: 1, between: 2 });
  });

  test('leaves no trace at its default', async () => {
    toy('weather', WEATHER);
    const { identity } = await recordUnder();
    expect(identity).not.toHaveProperty('conditions');
  });
});

test('a condition that cannot be used is named with its file', async () => {
  toy('No Name', '');
  await expect(findConditions(folder)).rejects.toThrow(
    /No Name\/condition\.ts: its default export must be a condition/,
  );
  rmSync(join(folder, 'No Name'), { recursive: true });
  toy('weather', 'name: ;');
  await expect(findConditions(folder)).rejects.toThrow(/weather\/condition\.ts: cannot be loaded: /);
  rmSync(join(folder, 'weather'), { recursive: true });
  await expect(findConditions(folder, join(folder, 'gone'))).rejects.toThrow(/there is no folder .*gone/);
});

test('a session asks what was kept, or what is usual', async () => {
  toy('weather', `fallback: 'usual'`);
  const conditions = await findConditions(folder);
  const asked = (options: object) => conditionsOfSession(options, conditions).weather;
  expect(asked({ conditions: { weather: 'rain' } })).toBe('rain');
  expect(asked({ conditions: {} })).toBe('usual');
  expect(asked({})).toBe('usual');
});

test('what clients need in their environment is there until the condition ends', async () => {
  toy('weather', "prepare: async () => ({ clientEnvironment: { TOY_UMBRELLA: 'open', TOY_COAT: 'on' } })");
  const about = () => [process.env.TOY_UMBRELLA, process.env.TOY_COAT];
  process.env.TOY_COAT = 'off';
  try {
    const prepared = await prepareConditions(await findConditions(folder), {});
    expect(about()).toEqual(['open', 'on']);
    await endConditions(prepared);
    expect(about()).toEqual([undefined, 'off']);
  } finally {
    delete process.env.TOY_COAT;
  }
});

test('where one cannot be had, those before it end', async () => {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  toy('a-weather', `prepare: async () => ({ end: async () => { ${SAID}('end') } })`);
  toy('b-season', "prepare: async () => { throw new Error('no such season') }");
  await expect(prepareConditions(await findConditions(folder), {})).rejects.toThrow('no such season');
  expect(said).toEqual(['end']);
});
