import { expandStudy, type FilePart, rowsFaults } from './expand-study.ts';
import { makeStudy } from './testing/study-runs.ts';
import type { Rule } from './types.ts';

const PARTS = [
  { id: 'load', frameworks: ['alpha', 'beta'] },
  { id: 'cut', frameworks: ['beta'] },
];

function expanded(rule: Rule): Rule | undefined {
  const study = makeStudy([{ id: 'A-one', says: 'It is so.', where: 'page 1', figures: [], rule }]);
  const parts = PARTS.map((part) => ({ ...study.parts[0]!, ...part }));
  return expandStudy({ ...study, parts }).claims[0]!.rule;
}

const everyRun = (of: string): Rule => ({ kind: 'every-run', of, equals: 0 });

test.each([
  ['load/alpha/websocket/missing', ['load/alpha/websocket/missing']],
  ['cut@most/*/websocket/missing', ['cut@most/beta/websocket/missing']],
  ['load/*/websocket/missing', ['load/alpha/websocket/missing', 'load/beta/websocket/missing']],
  [
    '{load,cut}/*/websocket/{missing,duplicates}',
    [
      'load/alpha/websocket/missing',
      'load/alpha/websocket/duplicates',
      'load/beta/websocket/missing',
      'load/beta/websocket/duplicates',
      'cut/beta/websocket/missing',
      'cut/beta/websocket/duplicates',
    ],
  ],
  ['load/{beta, alpha}/{sse}/missing', ['load/beta/sse/missing', 'load/alpha/sse/missing']],
])('a rule of %s is one of each row', (of, rows) => {
  const rule = expanded(everyRun(of))!;
  expect(rule.kind === 'all' ? rule.of : [rule]).toEqual(rows.map(everyRun));
});

test('all frameworks of a part that there is not stay as they are written, for the check to name', () => {
  expect(expanded(everyRun('lode/*/websocket/missing'))).toEqual(everyRun('lode/*/websocket/missing'));
});

test('a text in a list is each of its rows', () => {
  const [one, other] = ['load/alpha/websocket/missing', 'load/beta/websocket/missing'];
  const short: Rule = { kind: 'order', rising: ['load/*/websocket/missing'] };
  expect(expanded(short)).toEqual({ kind: 'order', rising: [one, other] });
  const bounds = { unit: 'x', most: 1, why: 'So.' };
  const share = (list: string[]) => ({ over: [{ variance: list }, 'cut/beta/websocket/missing'] as [object, string] });
  const level = (list: string[]) => ({ kind: 'level', of: share(list), ...bounds }) as Rule;
  expect(expanded(level(['load/{alpha,beta}/websocket/missing']))).toEqual(level([one!, other!]));
  expect(expanded({ kind: 'finding', rows: ['load/*/sse'], codes: ['x'] })).toEqual({
    kind: 'finding',
    rows: ['load/alpha/sse', 'load/beta/sse'],
    codes: ['x'],
  });
});

test('rules within a rule are written out, and other rules are left alone', () => {
  const level: Rule = { kind: 'level', of: 'load/alpha/websocket/missing', unit: 'x', most: 1, why: 'So.' };
  expect(expanded({ kind: 'all', of: [level, everyRun('cut/*/websocket/missing')] })).toEqual({
    kind: 'all',
    of: [level, everyRun('cut/beta/websocket/missing')],
  });
});

describe('a part that has the rows of another', () => {
  const partsOf = (...changes: Partial<FilePart>[]) => {
    const study = makeStudy([]);
    const { frameworks: _f, transports: _t, ...rest } = study.parts[0]!;
    return { ...study, parts: [study.parts[0]!, ...changes.map((change) => ({ ...rest, id: 'cut', ...change }))] };
  };

  test('runs its frameworks over its transports', () => {
    const [load, cut] = expandStudy(partsOf({ rowsOf: 'load' })).parts;
    expect(cut).toEqual({ ...load, id: 'cut' });
  });

  test.each<[string, Partial<FilePart>, RegExp | null]>([
    ['that are there', { rowsOf: 'load' }, null],
    [
      'that are its own as well',
      { rowsOf: 'load', frameworks: ['alpha'] },
      /^part cut: expected rowsOf, or frameworks/,
    ],
    ['that are not there', { rowsOf: 'lode' }, /^part cut: rowsOf: there is no part "lode"/],
    ['that are of a third', { rowsOf: 'cut' }, /^part cut: rowsOf: there is no part "cut" with rows of its own/],
    ['that are missing', {}, /^part cut: expected frameworks and transports, or rowsOf/],
  ])('is checked for rows %s', (_what, change, fault) => {
    const { parts } = partsOf(change);
    expect(rowsFaults(parts[1]!, parts)).toEqual(fault === null ? [] : [expect.stringMatching(fault)]);
  });
});
