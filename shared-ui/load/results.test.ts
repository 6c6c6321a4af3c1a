import { Tally } from '../../member/tally.ts';
import type { Dataset } from '../../protocol/messages.ts';
import { resultsOf } from './results.ts';

function dataset(change: (tally: Tally) => void = () => {}, missing = 0): Dataset {
  const reports = [1, 2].map((clientId) => {
    const tally = new Tally(false);
    tally.sent(0, 0);
    tally.delivered(0, clientId, true);
    tally.returned(0, clientId, clientId + 1);
    if (clientId === 1) change(tally);
    const rest = { clientIds: [clientId], refused: [], closed: [], transports: {}, loopDelay: null };
    return tally.report({ ...rest, missing: clientId === 1 ? missing : 0 });
  });
  const server = { startedAt: 0, finishedAt: 0, spacing: 1, receivedByServer: [2], sentByServer: [2] };
  return {
    testType: 'echo',
    clientCount: 2,
    server: { ...server, broadcasts: 0, refused: 0 },
    reports,
    vanished: [],
  };
}

test('the histograms of all reports are added up', () => {
  const { latencies, counts, verdict, good } = resultsOf(dataset(), null);
  expect(latencies).toEqual([
    { label: 'From sending', count: '2', mean: '1.50', p50: '1.00', p99: '2.00', max: '2.00' },
    { label: 'From when it was due', count: '2', mean: '2.50', p50: '2.00', p99: '3.00', max: '3.00' },
    { label: 'How late it was sent', count: '2', mean: '0.00', p50: '0.00', p99: '0.00', max: '0.00' },
  ]);
  expect(counts.map(({ value }) => value)).toEqual(['2', '2', '2', '2']);
  expect({ verdict, good }).toEqual({ verdict: 'Every message arrived exactly once, in order.', good: true });
});

test('what went wrong is said in one sentence', () => {
  const broken = dataset((tally) => {
    tally.duplicates = 2;
  }, 3);
  broken.vanished.push({ clientId: 2, why: 'silent' });
  expect(resultsOf(broken, null)).toMatchObject({
    verdict: 'Not all went well: 3 missing, 2 delivered twice, 1 client lost.',
    good: false,
  });
});

test('who else was connected is not passed over in silence', () => {
  const shared = dataset();
  shared.server.sentByServer = [2, 3];
  expect(resultsOf(shared, null)).toMatchObject({
    verdict: 'Not all went well: 3 sent to clients that took no part.',
    good: false,
  });
});

test('a test in which nothing came back has no figures, not zeros', () => {
  const empty = dataset();
  empty.reports = [];
  expect(resultsOf(empty, null).latencies[0]).toMatchObject({ count: '0', mean: '–', p50: '–', max: '–' });
});

test('what stood in for a part of the framework goes with the figures', () => {
  expect(resultsOf(dataset(), 'an open broker').standIn).toBe('an open broker');
});
