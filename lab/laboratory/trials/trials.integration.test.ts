import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { type Asked, hidden, type Measured, SealedLog } from './sealed-log.ts';
import { readTrialOptions, summaryOf } from './trials.ts';

const folder = temporaryFolder();

/** A log whose one session tells two equal twins apart. */
function log(name: string, twins: number): string {
  const file = join(folder, name);
  const { asked } = readTrialOptions(['--judge', 'answers', '--twins', String(twins), '--log', file]);
  const kept = new SealedLog<Measured>(file, asked);
  kept.begin({ asked, latencyMs: 10, microseconds: 1_000, calibrated: null });
  const answer = { compared: 'fromSent', figures: [11, 10, 12], notRanked: 0 };
  const pairs = [{ earlier: 1, later: 2, verdict: 'worse' }];
  const outcome = { seconds: 60, rounds: 4, ...answer, pairs };
  kept.reveal(1, hidden([true, false, false]), outcome);
  return file;
}

test('several logs are counted together, and sessions of the same number apart', () => {
  const { lines } = summaryOf([log('a', 4), log('b', 4)]);
  expect(lines[1]).toMatch(/^sessions that tell any equal twins apart: 2 of 2 /);
});

test('logs of trials with different options are refused, and so is a file without a trial', () => {
  expect(() => summaryOf([log('c', 4), log('d', 6)])).toThrow(/different options: .*c, .*d/);
  writeFileSync(join(folder, 'empty'), '');
  for (const name of ['empty', 'not-there'])
    expect(() => summaryOf([join(folder, name)])).toThrow(/^no trial has begun in .*/);
});

const asked = (...more: string[]): Asked => readTrialOptions(['--log', 'file', ...more]).asked;

test('each judge has its usual twins and load', () => {
  expect(asked('--judge', 'gate')).toMatchObject({
    twins: 2,
    showPercent: null,
    words: expect.arrayContaining(['echo']),
  });
  expect(asked('--judge', 'answers', '--', '--time', '3m')).toMatchObject({ twins: 8, words: ['--time', '3m'] });
});

test.each([
  [[], /^--judge: expected gate or answers$/],
  [['--judge', 'toString'], /^--judge: expected/],
  [['--judge', 'gate', '--twins', '4'], /^--twins: expected an even number from 2 to 2$/],
  [['--judge', 'answers', '--twins', '7'], /^--twins: expected an even number from 2 to 26$/],
  [['--judge', 'answers', '--show', '10'], /^--show: --judge answers takes none/],
])('%j is refused', (words, message) => {
  expect(() => asked(...words)).toThrow(message);
});

const TRIALS = join(ROOT, 'results/reference/trials');
const kept = readdirSync(TRIALS);
const textOf = (files: string[]): string => summaryOf(files.map((file) => join(TRIALS, file))).lines.join('\n');
const page = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');

test.each(kept.filter((file) => file.startsWith('gate-')))(
  'a guide shows what the trial %s shows, whose choices are those that were sealed',
  (file) => {
    expect(page('ci-gate.md').includes(textOf([file]))).toBe(true);
  },
);

test.each(['answers-default-run', 'answers-beside-others'])(
  'the reference counts what the trials %s show, whose choices are those that were sealed',
  (start) => {
    const counts = textOf(kept.filter((file) => file.startsWith(start))).match(/\d+ of \d+(?= =)/g)!;
    expect(counts).toHaveLength(3);
    for (const count of counts) expect(page('reference.md')).toMatch(new RegExp(`\\| ${count}\\b`));
  },
);
