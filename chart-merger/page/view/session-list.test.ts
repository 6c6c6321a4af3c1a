import type { Session, Source } from '../model/data-source.ts';
import { SessionList } from './session-list.ts';

/** A list over `count` made-up sessions, called 1 (the newest) to `count`, and what was asked for. */
function listOf(count: number) {
  const asked: (number | string[])[] = [];
  const all = Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }) as Session);
  const source = {
    async sessions(limit: number) {
      asked.push(limit);
      return { total: count, sessions: all.slice(0, limit) };
    },
    async named(ids: string[]) {
      asked.push(ids);
      return all.filter(({ id }) => ids.includes(id));
    },
  } as Partial<Source> as Source;
  const list = new SessionList(source);
  const ids = () => list.sessions().map(({ id }) => Number(id));
  return { list, asked, ids };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('the newest sessions are listed, and one that is named further down after them', async () => {
  const { list, asked, ids } = listOf(120);
  list.show(await list.read(['3', '100']));
  expect(asked).toEqual([50, ['100']]);
  expect(ids()).toEqual([...upTo(50), 100]);
  expect([list.total(), list.isWhole(), list.moreText()]).toEqual([120, false, 'Show 50 more of 120 sessions']);
});

test('more are listed until there are no more, the first new one is told, and what was named stays', async () => {
  const { list, ids } = listOf(120);
  list.show(await list.read(['110']));
  expect(await list.more()).toBe('51');
  expect(ids()).toEqual([...upTo(100), 110]);
  expect(await list.more()).toBe('101');
  expect([ids(), list.isWhole()]).toEqual([upTo(120), true]);
});

test('when all are chosen those are listed that a query can name', async () => {
  const { list, ids } = listOf(1_200);
  list.show(await list.read(null));
  expect([ids(), list.isWhole()]).toEqual([upTo(200), false]);
});

test('the same list again changes nothing on the page', async () => {
  const { list } = listOf(3);
  list.show(await list.read([]));
  let changes = 0;
  list.sessions.subscribe(() => {
    changes += 1;
  });
  list.show(await list.read([]));
  expect(changes).toBe(0);
});
