import type { Metric } from '../../../metrics/metric.ts';
import { fedMember } from '../feed/testing/fed-member.ts';
import { count, trend } from '../testing/evidence.ts';
import flood from './client.ts';
import type { FloodParams } from './scenario.ts';
import scenario from './scenario.ts';

const PARAMS: FloodParams = { messages: 3, payload: 0, rate: 0 };
const member = () => fedMember(flood as never, { clientIds: [1], params: PARAMS, metrics: scenario.metrics });

/** Gives pages of the test a heap of this many bytes, as Chromium's have; undefined: none, as elsewhere. */
function pagesHave(usedJSHeapSize: number | undefined): void {
  if (usedJSHeapSize === undefined) delete (performance as { memory?: unknown }).memory;
  else Object.assign(performance, { memory: { usedJSHeapSize } });
}
afterEach(() => pagesHave(undefined));

test('the time of handling is from the first body to the last, and how far behind that was is in the record', async () => {
  const { clock, feed, isOver, measured } = await member();
  feed(1, 0, 2);
  clock.advance(30);
  feed(1, 1, 20);
  expect(await isOver()).toBe(false);
  feed(1, 2, 20);
  expect(await isOver()).toBe(true);
  expect(await measured()).toMatchObject({
    handling: '1 x 1030',
    receivedByClients: 3,
    delivery: '3 x 14',
    toClient: '3 x 7',
  });
});

test('a page that can tell its memory does, four times a second', async () => {
  pagesHave(5_000_000);
  const { clock, feed, measured } = await member();
  clock.advance(1000);
  for (const seq of [0, 1, 2]) feed(1, seq);
  expect(await measured()).toMatchObject({ pageMemory: 5 });
});

test('one that cannot says nothing of it', async () => {
  const { measured } = await member();
  expect(await measured()).not.toHaveProperty('pageMemory');
});

describe('bodies per second', () => {
  const perSecond = (metrics: Record<string, Metric>) =>
    scenario.derived!.handledPerSecond!.from(metrics, { swarm: 'console', members: 1 });
  const { handling, receivedByClients } = scenario.metrics;

  test('are those after the first, over the time of handling', () => {
    expect(
      perSecond({ handling: trend(handling!, 2, 500), receivedByClients: count(receivedByClients!, [202]) }),
    ).toEqual([200]);
  });

  test('are not known when no client got every body', () => {
    expect(perSecond({ handling: trend(handling!, 0), receivedByClients: count(receivedByClients!, [5]) })).toBe(
      'no client got every body',
    );
  });
});
