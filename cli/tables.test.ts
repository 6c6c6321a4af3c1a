/** What a person reads of runs that were measured. */

import { makeRuns } from '../chart-merger/testing/make-run.ts';
import { mergeRuns } from '../merge/index.ts';
import { mergeTable, runSummary } from './tables.ts';

const STAND_IN = 'An open broker, not the vendor’s';
const standIn = makeRuns(2, {
  identity: { framework: 'beta', frameworkLabel: 'Beta', standIn: STAND_IN },
  findings: ['stand-in'],
});

describe('the table of merges', () => {
  test('says which figures are of something that stood in for a part of the framework, once for each', () => {
    const text = mergeTable(mergeRuns([...makeRuns(2), ...standIn]));
    expect(text.match(/^Beta .*stand-in/m)).not.toBeNull();
    expect(text.split('\n').filter((line) => line.includes(STAND_IN))).toEqual([`Beta: stand-in: ${STAND_IN}`]);
  });

  test('says which figures are of an edition with limits', () => {
    const text = mergeTable(mergeRuns(makeRuns(3, { findings: ['edition-limits'] })));
    expect(text).toContain('Alpha: limited edition: Made up for a test: edition-limits.');
  });

  test('says nothing of the kind of a framework as it is', () => {
    expect(mergeTable(mergeRuns(makeRuns(3)))).not.toMatch(/stand-in|limited/);
  });
});

test('the summary of a run for programs names what stood in', () => {
  expect(runSummary(standIn[0]!)).toMatchObject({ framework: 'beta', standIn: STAND_IN });
  expect(runSummary(makeRuns(1)[0]!)).toMatchObject({ standIn: null });
});
