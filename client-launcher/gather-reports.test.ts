import type { MemberReport } from '../member/contract.ts';
import { gather, outcomeOf } from './gather-reports.ts';

const report = (clientIds: number[]): MemberReport => ({ clientIds }) as MemberReport;
const never = new Promise<MemberReport>(() => {});

test('reports come in the order of members, not of arrival', async () => {
  const slow = new Promise<MemberReport>((resolve) => setImmediate(() => resolve(report([1]))));
  const members = [
    { member: 1, report: slow },
    { member: 2, report: Promise.resolve(report([2])) },
  ];
  expect(await gather(members, 60_000)).toEqual({ reports: [report([1]), report([2])], failed: [], late: [] });
});

test('who fails or is late keeps nobody’s report from the outcome', async () => {
  const members = [
    { member: 1, report: Promise.reject(new Error('its page is gone')) },
    { member: 2, report: Promise.resolve(report([2])) },
    { member: 3, report: never },
    { member: 4, report: Promise.reject(new Error('no test was prepared')) },
  ];
  const gathered = await gather(members, 0);
  const died = [{ member: 1, reason: 'its process has ended' }];
  expect(outcomeOf(gathered, died, 5_000)).toEqual({
    reports: [report([2])],
    died,
    error: 'member 4: no test was prepared; member 3 did not report within 5 s',
  });
});

test('a death explains itself: there is no other error then', async () => {
  const died = [{ member: 3, reason: 'hung' }];
  expect(outcomeOf({ reports: [], failed: [], late: [3] }, died, 5_000).error).toBeNull();
});

test('nobody is not waited for', async () => {
  expect(await gather([], 60_000)).toEqual({ reports: [], failed: [], late: [] });
});
