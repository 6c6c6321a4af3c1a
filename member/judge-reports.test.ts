import type { MemberReport } from './contract.ts';
import { judgeReports, whatReportsLack } from './judge-reports.ts';

const report = (change: Partial<MemberReport> = {}): MemberReport =>
  ({ closed: [], transports: { websocket: 2 }, started: { atServer: 1 }, error: null, ...change }) as MemberReport;

const reported = (...reports: MemberReport[]) => ({ reports, died: [], error: null });

test('nothing is said against members that all reported', () => {
  expect(judgeReports(reported(report(), report()), 'websocket')).toEqual([]);
  expect(whatReportsLack(reported(report()))).toBeNull();
});

test('members that died and clients that lost their connection are named', () => {
  const closed = [{ clientId: 3, reason: 'ping timeout' }];
  const died = [{ member: 2, reason: 'killed' }];
  expect(judgeReports({ ...reported(report({ closed })), died }, 'websocket')).toEqual([
    {
      code: 'client-died',
      level: 'fatal',
      message: 'member 2 died (killed); client 3 lost its connection (ping timeout)',
    },
  ]);
});

test('clients on another transport are counted over all members', () => {
  const other = report({ transports: { websocket: 1, 'long-polling': 2 } });
  expect(judgeReports(reported(other, other), 'websocket')).toMatchObject([
    { code: 'transport-fell-back', message: '4 clients ended on long-polling instead of websocket' },
  ]);
});

test('reports that are not there, or tell of a start that never came, lack something', () => {
  expect(whatReportsLack(reported())).toBe('no report came back');
  const late = { ...reported(report({ started: null, error: 'odd' })), error: 'member 2 was late' };
  expect(whatReportsLack(late)).toBe(
    'not all reports came back: member 2 was late; 1 members never heard that the test began; members say: odd',
  );
});
