import { brokenClause, parseLimit } from './limit.ts';

const figures = (values: Record<string, number>) => (path: string) => values[path] ?? null;

describe('a limit', () => {
  test('is read with its figure, its unit and each of its clauses', () => {
    expect(parseLimit('p99 > 100 ms or delivery.p99 >= 1.5 s or lost > 0 or serverMemory.max > 200 MB')).toEqual([
      { figure: 'p99', more: true, included: false, value: 100, unit: 'ms', text: 'p99 > 100 ms' },
      { figure: 'delivery.p99', more: true, included: true, value: 1500, unit: 's', text: 'delivery.p99 >= 1.5 s' },
      { figure: 'lost', more: true, included: false, value: 0, unit: '', text: 'lost > 0' },
      {
        figure: 'serverMemory.max',
        more: true,
        included: false,
        value: 200e6,
        unit: 'MB',
        text: 'serverMemory.max > 200 MB',
      },
    ]);
  });

  test.each(['', 'p99', 'p99 100', 'p99 > fast', 'p99 > 100 parsecs', 'p99 > 100 and lost > 0', '> 3'])(
    'that reads "%s" is refused with an example',
    (text) => expect(() => parseLimit(text)).toThrow(/write for example: p99 > 100 ms/),
  );

  test('is broken by the first clause that a run breaks', () => {
    const clauses = parseLimit('p99 > 100 ms or lost > 0');
    expect(brokenClause(clauses, figures({ p99: 101, lost: 0 }))).toMatchObject({ by: 101 });
    expect(brokenClause(clauses, figures({ p99: 100, lost: 0 }))).toBeNull();
    expect(brokenClause(clauses, figures({ p99: 5, lost: 2 }))).toMatchObject({ broke: { figure: 'lost' } });
  });

  test('can be one that more of something keeps', () => {
    expect(brokenClause(parseLimit('receivedByClients < 10'), figures({ receivedByClients: 9 }))).not.toBeNull();
  });

  test('is not held by a run that does not have the figure', () => {
    expect(brokenClause(parseLimit('p99 > 100 ms'), figures({}))).toMatchObject({
      unknown: { figure: 'p99' },
    });
  });
});
