/** What the README says of clients that are cut off is what the kept records of study G have. */
import { CUTS_OF_20, countOf, keptRuns, secondsOf } from '../../loadtests/scenarios/recover/testing/kept-cuts.ts';

test('clients that lost messages ended their connections about 30 s after the cut began', () => {
  const losing = keptRuns(CUTS_OF_20, 'signalr').filter((run) => countOf(run, 'lostMessages').total > 0);
  expect(losing.length).toBeGreaterThan(0);
  for (const run of losing) {
    const cut = secondsOf(run, 'cutAfter');
    const ended = countOf(run, 'disconnects').series.flatMap((count, second) => (count > 0 ? [second - cut] : []));
    expect(ended.length).toBeGreaterThan(0);
    // The series has the second in which it was.
    for (const after of ended) expect(Math.abs(after + 0.5 - 30)).toBeLessThan(1.5);
  }
});
