import { checkedSamples } from './check-messages.ts';

const sampled = { intervalMs: 100, at: [1, 2], cpuPercent: [50, 60] };
const samples = {
  machine: sampled,
  members: sampled,
  surroundings: { readings: [], stopped: [], others: [] },
};

test('samples of a machine are taken as they are, and so is that there are none', () => {
  expect(checkedSamples(samples)).toBe(samples);
  expect(checkedSamples(null)).toBeNull();
});

test.each([
  ['of which one is a text', { ...samples, members: { ...sampled, cpuPercent: [50, '60'] } }],
  ['whose machine lacks a figure', { ...samples, machine: { ...sampled, cpuPercent: [50] } }],
  ['whose members lack a figure', { ...samples, members: { ...sampled, cpuPercent: [] } }],
])('samples %s are refused', (_, said) => {
  expect(() => checkedSamples(said)).toThrow('the monitor there said what no monitor says');
});
