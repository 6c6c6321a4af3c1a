import { jest } from '@jest/globals';
import { apiSource } from './data-source.ts';

const TOTAL = 2_500;
const all = Array.from({ length: TOTAL }, (_, index) => ({ id: `s${index}` }));

/** A web API with {@link TOTAL} sessions, which gives a thousand at once at most, and what it was asked for. */
function fakeApi(): string[] {
  const asked: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    asked.push(String(path));
    const query = new URL(String(path), 'http://outcry').searchParams;
    const named = query.getAll('session');
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const most = Math.min(limit, 1_000);
    const sessions = named.length > 0 ? all.filter(({ id }) => named.includes(id)) : all.slice(offset, offset + most);
    return new Response(JSON.stringify(sessions), { headers: { 'x-total-count': String(TOTAL) } });
  });
  return asked;
}

afterEach(() => jest.restoreAllMocks());

test('as many sessions as are wanted are asked for, and no more', async () => {
  const asked = fakeApi();
  expect(await apiSource.sessions(50)).toEqual({ total: TOTAL, sessions: all.slice(0, 50) });
  expect(asked).toEqual(['/api/sessions?limit=50&offset=0']);
});

test('more sessions than the API gives at once come in parts', async () => {
  const asked = fakeApi();
  expect(await apiSource.sessions(Number.POSITIVE_INFINITY)).toEqual({ total: TOTAL, sessions: all });
  expect(asked).toEqual([0, 1_000, 2_000].map((offset) => `/api/sessions?limit=1000&offset=${offset}`));
});

test('more names than a query can have are asked for in several', async () => {
  const asked = fakeApi();
  const names = all.slice(0, 250).map(({ id }) => id);
  expect(await apiSource.named([...names, 'gone'])).toEqual(all.slice(0, 250));
  expect(asked.map((path) => path.split('session=').length - 1)).toEqual([200, 51]);
  expect(await apiSource.named([])).toEqual([]);
  expect(asked).toHaveLength(2);
});

test('texts come without controls and without what turns the direction of the text around them', async () => {
  const merge = { label: '\u202eevil\u2066 \u001b[31mred\u0007', note: 'שלום 日本\tline\nline', rounds: [1, null] };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify([merge])));
  expect(await apiSource.merges({ sessions: null, includeInvalid: false })).toEqual([
    { ...merge, label: '\ufffdevil\ufffd \ufffd[31mred\ufffd' },
  ]);
});
