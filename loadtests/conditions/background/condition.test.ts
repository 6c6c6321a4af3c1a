import type { MeasuredApp } from '../condition.ts';
import condition from './condition.ts';

const refusal = (swarm: MeasuredApp['swarm'], asked: boolean) =>
  condition.refuses(asked, { swarm } as Partial<MeasuredApp> as MeasuredApp);

test('clients without pages are refused, with what to do', () => {
  expect(refusal('console', true)).toMatch(/^has no pages in a console swarm: omit --background/);
  expect([refusal('console', false), refusal('browser', true)]).toEqual([null, null]);
});

test('a run with it says so, and is compared with no other', async () => {
  const { identity, browserSettings } = (await condition.prepare(true))!;
  expect(identity).toMatchObject({ value: 'on', mark: 'in the background' });
  expect(identity).not.toHaveProperty('remark');
  expect(browserSettings.background).toBe(true);
  expect(await condition.prepare(false)).toBeNull();
});
