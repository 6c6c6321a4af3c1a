import condition from './condition.ts';

const parse = condition.options[0]!.parse;

test('without anything servers run one at a time, and records say nothing', async () => {
  expect(await condition.plan(null)).toEqual({});
  expect(await condition.prepare(null)).toBeNull();
});

test('servers take turns where nothing is said and the test can be cut', () => {
  expect(condition.usual({ cuttable: true })).toBe(1);
  expect(condition.usual({ cuttable: false })).toBeNull();
});

test('one server at a time can be asked for, but not both', async () => {
  const alone = await condition.asked({ oneAtATime: true });
  expect(await condition.plan(alone)).toEqual({});
  expect(await condition.prepare(alone)).toBeNull();
  await expect(condition.asked({ interleaved: 1, oneAtATime: true })).rejects.toThrow('contradict each other');
});

test('with it servers take turns, for a second or for as long as is asked', async () => {
  expect(await condition.asked({ interleaved: true })).toBe(1);
  expect(await condition.asked({ interleaved: parse!('2') })).toBe(2);
  expect(await condition.plan(2)).toEqual({ sliceSeconds: 2 });
});

test.each(['0', '61', '1.5', 'often'])('%s is no length of a slice', (text) => {
  expect(() => parse!(text)).toThrow('whole seconds from 1 to 60');
});

test('runs whose slices have other lengths are other runs', async () => {
  const values = await Promise.all([1, 2].map(async (seconds) => (await condition.prepare(seconds))!.identity.value));
  expect(values).toEqual([1, 2]);
});
