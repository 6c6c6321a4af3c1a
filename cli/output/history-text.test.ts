import type { History } from '../../merge/compare/history.ts';
import { freshSentence, historySentence } from '../../merge/text/history-sentences.ts';
import { historyText } from './history-text.ts';

const history = {
  combination: {
    frameworkLabel: 'Shout 4.1.0',
    version: '4.1.0',
    transport: 'websocket',
    scenario: 'echo',
    clients: 20,
  },
  figure: 'fromSent.mean',
  unit: 'ms',
  by: 'rounds',
  points: [
    { version: '4.1.0', session: null, value: 2, runs: 5 },
    { version: '4.2.0', session: null, value: 4, runs: 5 },
  ],
  changes: [{ at: 1, p: 0.002, ratio: { value: 2, low: 1.5, high: 2.5 } }],
} as unknown as History;

test('each point is a line with a bar, and the changed one is marked with its ratio', () => {
  expect(historyText(history).split('\n')).toEqual([
    'Shout over websocket, echo, 20 clients: fromSent.mean by version, in the same rounds',
    '',
    `  4.1.0  2.00 ms  ${'█'.repeat(15)}`,
    `* 4.2.0  4.00 ms  ${'█'.repeat(30)}  2.00 x (1.50 to 2.50)`,
    '',
    'fromSent.mean changed at 4.2.0 to 2.00 x (1.50 to 2.50) what it was, p 0.002.',
  ]);
});

test('a change that the newest point brought has a sentence of its own', () => {
  expect(freshSentence(history)).toBeNull();
  const changes = history.changes.map((change) => ({ ...change, fresh: true }));
  expect(freshSentence({ ...history, changes })).toBe(
    'Shout over websocket, echo, 20 clients: fromSent.mean by version, in the same rounds: the newest point, 4.2.0, shows that fromSent.mean changed at 4.2.0 to 2.00 x (1.50 to 2.50) what it was, p 0.002.',
  );
});

test('without a change the sentence says so', () => {
  expect(historySentence({ ...history, changes: [] })).toBe('No change of fromSent.mean is shown among 2 points.');
});

const ENDS = { low: null, high: null };

const session = (id: string, note: string | null, outcry: string | null = null) => ({
  id,
  note,
  startedAt: '2026-01-05T10:00:00.000Z',
  outcry,
});

test('sessions are named by their note, or else by their time', () => {
  const points = [
    { version: '1.0', session: session('a', 'commit abc'), value: 1, ...ENDS, runs: 3 },
    { version: '1.0', session: session('b', null), value: 0, ...ENDS, runs: 3 },
  ];
  const text = historyText({ ...history, points, changes: [], by: 'sessions' });
  expect(text).toMatch(/^ {2}commit abc {7,9}1\.00 ms/m);
  expect(text).toMatch(/^ {2}2026-01-05 10:00 /m);
});

test('where sessions were made by several commits of Outcry, each is named by its own too', () => {
  const points = ['abc1234', 'def5678'].map((outcry) => ({
    version: '1.0',
    session: session(outcry, null, outcry),
    value: 1,
    ...ENDS,
    runs: 3,
  }));
  const text = historyText({ ...history, points, changes: [], by: 'sessions' });
  expect(text).toMatch(/^ {2}2026-01-05 10:00, Outcry abc1234 /m);
  expect(historyText({ ...history, points: [points[0]!, points[0]!], changes: [] })).not.toContain('abc1234');
});
