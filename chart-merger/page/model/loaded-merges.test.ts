import { mergeRuns } from '../../../merge/index.ts';
import { makeRun } from '../../../merge/testing/make-run.ts';
import { MOST_NAMED, type Session, type Source } from './data-source.ts';
import { chosenFrom, loadMerges, MOST_APART, type PageQuery, valuesIn } from './loaded-merges.ts';

const merges = ['beta', 'alpha'].flatMap((framework) =>
  mergeRuns([makeRun({ identity: { framework, frameworkLabel: framework } })]),
);
const loaded = merges.map((merge) => ({ merge, session: null }));
const listOf = (count: number, isWhole = true) => ({
  sessions: Array.from({ length: count }, (_, index) => ({ id: `s${index}` }) as Session),
  isWhole,
});

/** The sessions of each request for merges. */
async function asked(query: Partial<PageQuery>, listed = listOf(2)): Promise<(readonly string[] | null)[]> {
  const requests: (readonly string[] | null)[] = [];
  const source = {
    report: null,
    merges: async ({ sessions }: { sessions: string[] | null }) => {
      requests.push(sessions);
      return merges;
    },
  } as unknown as Source;
  await loadMerges(source, { sessions: null, includeInvalid: false, apart: false, ...query }, listed);
  return requests;
}

test('sessions are named in one request, or each in its own', async () => {
  expect(await asked({})).toEqual([['s0', 's1']]);
  expect(await asked({ sessions: ['s1'] })).toEqual([['s1']]);
  expect(await asked({ apart: true })).toEqual([['s0'], ['s1']]);
  expect(await asked({ apart: true, sessions: ['s1'] })).toEqual([['s1']]);
  expect(await asked({ apart: true }, listOf(150))).toHaveLength(MOST_APART);
  expect(await asked({ sessions: [] })).toEqual([]);
});

test('all sessions are asked for without names when there are too many or not all are listed', async () => {
  expect(await asked({}, listOf(MOST_NAMED + 1))).toEqual([null]);
  expect(await asked({}, listOf(2, false))).toEqual([null]);
});

test('lists have sorted values, and choose among the merges', () => {
  expect(valuesIn(loaded, 'framework')).toEqual(['alpha', 'beta']);
  const frameworks = (lists: (string[] | null)[]) => valuesIn(chosenFrom(loaded, lists), 'framework');
  expect(frameworks([null, null, null, null, null])).toEqual(['alpha', 'beta']);
  expect(frameworks([['beta'], null, null, null, null])).toEqual(['beta']);
  expect(frameworks([['beta'], ['sse'], null, null, null])).toEqual([]);
});
