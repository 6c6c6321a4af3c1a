import { type Graph, PLAIN } from './graphs.ts';
import { steadyText } from './steady-graphs.ts';

const graphOf = (paces: (number | null)[][], more: Partial<Graph> = {}): Graph => ({
  ...{ ...PLAIN, id: 'sent', section: 'messages', title: 'Sent', yTitle: 'messages/s', x: 'seconds' },
  series: paces.map((values, row) => ({
    ...{ id: `${row}`, name: `${row}`, style: null, runs: 3, overtimeFrom: null },
    points: values.map((y, x) => ({ x, y })),
  })),
  ...more,
});

test('a pace that is the same in all rows and seconds is a sentence', () => {
  expect(
    steadyText(
      graphOf([
        [40, 40, 40.4],
        [40, 39.8, 40],
      ]),
    ),
  ).toBe('Sent: 40.1 messages/s');
});

test.each([
  ['a second without messages', graphOf([[40, 0, 40]])],
  ['a second that is not known', graphOf([[40, null, 40]])],
  [
    'a row that is slower',
    graphOf([
      [40, 40],
      [20, 20],
    ]),
  ],
  ['nothing in it', graphOf([])],
  ['latencies in it', graphOf([[40, 40]], { bands: true })],
])('a graph with %s is drawn', (_, graph) => {
  expect(steadyText(graph)).toBeNull();
});
