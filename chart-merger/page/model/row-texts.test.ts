import { mergeRuns } from '../../../merge/index.ts';
import { withSubstitute } from '../../../merge/testing/made-conditions.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import type { Merge } from '../../../merge/types.ts';
import { chipsOf, type Entry, notesOf } from './row-texts.ts';

const entryOf = (merge: Merge): Entry => ({
  id: merge.key,
  label: merge.combination.frameworkLabel,
  short: merge.combination.frameworkLabel,
  merge,
  style: { colour: 'red', marker: 0, dash: 'Solid', hollow: false },
});

describe('what is said of a row beside its name', () => {
  test('is that it is a substitute once: the flag with the same sentence is not shown beside it', () => {
    const runs = makeRuns(3, {
      identity: withSubstitute('An open broker.'),
      findings: ['substitute', 'cpu-by-others'],
    });
    for (const { validity } of runs) validity[0]!.message = 'An open broker.';
    const [merge] = mergeRuns(runs);
    const texts = (unranked: string | null) => chipsOf(entryOf(merge!), unranked).map(({ text }) => text);
    expect(texts('substitute: An open broker.')).toEqual(['not ranked: substitute', 'other programs were busy']);
    expect(texts(null)).toEqual(['substitute', 'other programs were busy']);
  });

  test('is in plain words, with how many runs it is about', () => {
    const runs = makeRuns(4);
    runs[0]!.validity.push({ code: 'server-waited', level: 'warning', message: 'It waited 3 ms.' });
    expect(chipsOf(entryOf(mergeRuns(runs)[0]!), null)).toEqual([
      {
        text: 'the server waited for a CPU in 1 of 4 runs',
        level: 'warning',
        explanation: expect.stringMatching(
          /^The server waited for a CPU often enough to change latencies\. It waited 3 ms\. Use fewer --browsers /,
        ),
      },
    ]);
  });
});

test('what holds for all rows is said once, and what is a row’s own at the row', () => {
  const runs = [...makeRuns(3), ...makeRuns(3, { identity: { framework: 'beta', clients: 40 } })];
  const { facts, rows } = notesOf(mergeRuns(runs).map(entryOf), []);
  expect(facts).toContainEqual(expect.stringContaining('session '));
  for (const fact of facts) expect(rows.flatMap((row) => row.facts)).not.toContain(fact);
  expect(rows.map((row) => row.facts[0])).toEqual([
    expect.stringContaining('20 clients'),
    expect.stringContaining('40 clients'),
  ]);
});
