import { TimeEstimate } from '../../loadtests/session/plan/time-estimate.ts';
import { barText, StepBar } from './progress-bar.ts';

const ESCAPE = '\u001b';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 60, write: (text: string) => written.push(text), written };
}

test('the bar says how far it is, how long it has taken, about how long it will, and what is being done', () => {
  const text = barText({ share: 0.5, elapsed: 65, left: 61 }, 'building bare', 200);
  expect(text).toBe('[########--------] 1:05, about 1:05 to go  building bare');
});

test('what is nearly over, or takes longer than expected, is not said to be over', () => {
  expect(barText({ share: 0.99, elapsed: 90, left: 0.4 }, 'x', 200)).toBe(
    '[###############-] 1:30, about 0:05 to go  x',
  );
  expect(barText({ share: 1, elapsed: 90, left: 0 }, 'x', 200)).toBe('[################] 1:30  x');
});

test('it is never wider than the terminal, and control characters do not reach it', () => {
  expect(barText({ share: 0, elapsed: 0, left: 10 }, 'y'.repeat(300), 79)).toHaveLength(79);
  expect(barText({ share: 0, elapsed: 0, left: 0 }, `a${ESCAPE}[2Jb`, 200)).not.toContain(ESCAPE);
});

test('on a terminal one line is rewritten, and lines that stay are above it', () => {
  const screen = terminal(true);
  const bar = new StepBar(new TimeEstimate(() => 0), screen);
  bar.step('one');
  bar.say('a remark');
  bar.clear();
  expect(screen.written).toEqual([
    `\r${ESCAPE}[K[################] 0:00  one`,
    `\r${ESCAPE}[Ka remark\n`,
    `\r${ESCAPE}[K[################] 0:00  one`,
    `\r${ESCAPE}[K`,
  ]);
});

test('elsewhere each step is a plain line, said once, and details are skipped', () => {
  const log = terminal(false);
  const bar = new StepBar(new TimeEstimate(() => 0), log);
  bar.step('one');
  bar.step('one');
  bar.detail('a detail');
  bar.say('a remark');
  bar.step('two');
  bar.clear();
  expect(log.written.join('')).toBe('one\na remark\ntwo\n');
});
