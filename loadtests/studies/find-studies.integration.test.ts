import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plannedSize } from '../../merge/claims/size-text.ts';
import { makeStudy } from '../../merge/claims/testing/study-runs.ts';
import { STUDY_SIZES } from '../../protocol/study-session.ts';
import { readApps } from '../../setup/apps/manifest/manifest.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { conditionsInTexts, findConditions, ON_THIS_MACHINE, planConditions } from '../conditions/find.ts';
import { findScenarios } from '../scenarios/find.ts';
import { planSession } from '../session/plan/plan-session.ts';
import { allStudies } from './find-studies.ts';
import { partOptions } from './part-options.ts';

describe('the studies that come with Outcry', () => {
  test('are eight, with 206 claims, and nothing is wrong with them', async () => {
    const studies = await allStudies();
    expect(studies.map(({ id, claims }) => [id, claims.length])).toEqual([
      ['A', 55],
      ['B', 6],
      ['C', 16],
      ['D', 16],
      ['E', 9],
      ['F', 26],
      ['G', 37],
      ['H', 43],
    ]);
  });

  test('have plans whose every part a session can be planned of', async () => {
    const scenarios = await findScenarios();
    // Other conditions need programs that may not be here.
    const conditions = (await findConditions()).filter(({ name }) => name === 'interleaved');
    for (const { id, parts } of await allStudies()) {
      for (const part of parts) {
        for (const size of STUDY_SIZES.map((name) => plannedSize(part, name))) {
          if (typeof size === 'string') continue;
          const { frameworks, transports } = part;
          const asked = {
            ...partOptions(part, size),
            results: '',
            conditions: {},
            crowded: true,
            frameworks,
            transports,
          };
          const own = Object.entries(size.conditions ?? {}).filter(([key]) => key === 'interleaved');
          const texts = await conditionsInTexts(Object.fromEntries(own), conditions);
          const planned = await planConditions(conditions, texts, ON_THIS_MACHINE);
          const plan = planSession(asked, { apps: readApps(), scenarios, cores: 2, planned });
          expect([id, part.id, plan.combinations.length > 0]).toEqual([id, part.id, true]);
        }
      }
    }
  });

  test('have no part without a claim that looks at it, but for those that answer a question', async () => {
    for (const { id, parts, claims } of await allStudies()) {
      const rules = JSON.stringify(claims.map(({ rule, factor }) => [rule, factor]));
      const idle = parts.map((part) => part.id).filter((part) => !new RegExp(`"${part}(@|/)`).test(rules));
      const questions: Record<string, string[]> = {
        A: ['break', 'open', 'blocked', 'cluster', 'break-cluster'],
        B: ['break', 'break-upstream', 'step-25', 'step-100', 'step-150', 'step-200', 'step-250'],
        C: ['ping'],
        D: ['eight-thousand', 'nine-thousand'],
        F: ['http-8-chrome'],
      };
      expect([id, idle]).toEqual([id, questions[id] ?? []]);
    }
  });
});

describe('a folder of studies', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  test('is an error that names file, claim and fault where one of them is broken', async () => {
    const claim = { id: 'A-one', says: 'It is so.', where: '', figures: [], untestable: 'nobody could' };
    writeFileSync(join(folder, 'study-a.json'), JSON.stringify(makeStudy([claim])));
    await expect(allStudies(folder)).rejects.toThrow(
      'reference/studies/study-a.json: claim A-one: where: expected a text with something in it',
    );
  });

  test('is an error that names the file where it is no JSON', async () => {
    writeFileSync(join(folder, 'study-a.json'), '{');
    await expect(allStudies(folder)).rejects.toThrow(/^reference\/studies\/study-a\.json: /);
  });
});
