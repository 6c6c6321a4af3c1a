import { niceMost, smallChart } from './chart.ts';

test('an axis ends at the next round number', () => {
  expect([0, 0.3, 1, 1.2, 4.7, 5, 51, 700].map(niceMost)).toEqual([1, 0.5, 1, 2, 5, 5, 100, 1000]);
});

test('a value stands in the middle of its second, on a scale of the whole test', () => {
  const chart = smallChart('Delivered', 'messages', [5, 10], 4);
  expect(chart).toEqual({
    title: 'Delivered',
    text: 'Delivered: 2 s, at most 10 messages, last 10 messages',
    path: 'M46.0 60.0L122.0 20.0',
    most: '10 messages',
    end: '4 s',
  });
});

test('a second without a value is a gap, and one between gaps is a dot', () => {
  expect(smallChart('Latency', 'ms', [1, null, 1, 1, null], 5).path).toBe('M38.4 20.0h0M160.0 20.0L220.8 20.0');
});

test('a test that takes longer than planned widens the chart', () => {
  expect(smallChart('Latency', 'ms', new Array(7).fill(1), 2.5).end).toBe('7 s');
});

test('before the first value there is a chart without a line', () => {
  expect(smallChart('Latency', 'ms', [], 3)).toMatchObject({
    path: '',
    text: 'Latency: no value yet',
    most: '1 ms',
    end: '3 s',
  });
});
