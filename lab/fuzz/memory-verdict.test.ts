import { TRANSPORTS, type Transport } from '../../metrics/transports.ts';
import { seededRandom } from '../../protocol/random.ts';
import { judgeMemory, type MemorySample } from './memory-verdict.ts';
import { planRounds } from './rounds.ts';

const MB = 1e6;
const MILLION = 1_000_000;

/** Samples as a fuzz takes them, of a server that has `bytesAt` after this many inputs over each transport. */
function samplesOf(
  transports: readonly Transport[],
  bytesAt: (had: ReadonlyMap<Transport, number>, inputs: number) => number,
  inputs = MILLION,
): MemorySample[] {
  const had = new Map<Transport, number>(transports.map((transport) => [transport, 0]));
  const total = (): number => [...had.values()].reduce((sum, count) => sum + count, 0);
  const sample = (): MemorySample => ({ inputs: total(), bytes: bytesAt(had, total()) });
  const samples = [sample()];
  for (const turns of planRounds(inputs, transports, 1)) {
    for (const { transport, upTo } of turns) had.set(transport, upTo);
    samples.push(sample());
  }
  return samples;
}

/** What a runtime takes at first: half of `bytes` within 60,000 inputs, and so on. */
const settling = (bytes: number, inputs: number): number => bytes * (1 - 0.5 ** (inputs / 60_000));
/** Up to `bytes`, whenever it is asked something else. */
const breathing = (bytes: number): (() => number) => {
  const random = seededRandom(1, 1);
  return () => random() * bytes;
};

const six = TRANSPORTS.slice(0, 6);
const leaks = [1, 2, 3, 4, 5, 6].flatMap((count) =>
  six.slice(0, count).map((leaky) => ({ leaky, count, transports: six.slice(0, count) })),
);

test.each(leaks)('1 KB of each input over $leaky that stays is seen, of $count transports', ({ leaky, transports }) => {
  const breath = breathing(10 * MB);
  const samples = samplesOf(
    transports,
    (had, inputs) => 60 * MB + settling(100 * MB, inputs) + breath() + 1_000 * had.get(leaky)!,
  );
  expect(judgeMemory(samples).problems).not.toEqual([]);
});

test('60 B of every input that stay are seen, in a large heap too', () => {
  const breath = breathing(8 * MB);
  const samples = samplesOf(six, (_, inputs) => 900 * MB + settling(200 * MB, inputs) + breath() + 60 * inputs);
  expect(judgeMemory(samples).problems).toEqual([expect.stringContaining('still grew at the end')]);
});

test('a heap that grows at first and then levels passes', () => {
  const samples = samplesOf(six, (_, inputs) => 67 * MB + settling(110 * MB, inputs));
  expect(judgeMemory(samples)).toMatchObject({ before: 67 * MB, problems: [] });
});

test.each([20, 60, 200])('a heap that is collected now and then, and breathes by %i MB, passes', (megabytes) => {
  const breath = breathing(megabytes * MB);
  const samples = samplesOf(six, (_, inputs) => 300 * MB + settling(100 * MB, inputs) + breath());
  expect(judgeMemory(samples).problems).toEqual([]);
});

test('a heap that is filled and emptied in turn passes', () => {
  const samples = samplesOf(six, (_, inputs) => 200 * MB + ((inputs * 400) % (80 * MB)));
  expect(judgeMemory(samples).problems).toEqual([]);
});

test('memory that is given back as soon as the server may rest was garbage', () => {
  const samples = samplesOf(['sse'], (_, inputs) => 100 * MB + 200 * inputs, 400_000);
  const grown = samples.map(({ inputs, bytes }) => ({ inputs, bytes: bytes + (inputs > 250_000 ? 100 * MB : 0) }));
  expect(judgeMemory(grown).problems).toHaveLength(1);
  expect(judgeMemory(grown, [240 * MB, 150 * MB, 160 * MB])).toMatchObject({ rest: 150 * MB, problems: [] });
});
