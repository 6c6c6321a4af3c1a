import { eventually } from './eventually.ts';

/** A clock that goes on by `step` ms with each look at it. */
function clock(step: number): () => number {
  let time = 0;
  return () => {
    time += step;
    return time;
  };
}

/** Counts the polls before the wait is given up. */
async function looks(slow: number): Promise<number> {
  let count = 0;
  const never = () => {
    count += 1;
    return false;
  };
  const giving = eventually(never, 'the end', { limitMs: 100, slow: () => slow, now: clock(10) });
  await expect(giving).rejects.toThrow('never seen within 0.1 s of a quiet machine: the end');
  return count;
}

test('what is seen is given, as soon as it is there', async () => {
  let count = 0;
  const third = () => {
    count += 1;
    return count === 3 ? 'there' : null;
  };
  expect(await eventually(third, 'the third look')).toBe('there');
  expect(count).toBe(3);
});

test('a machine that is four times as slow is waited for four times as long', async () => {
  expect(await looks(1)).toBe(10);
  expect(await looks(4)).toBe(40);
});

test('what a look throws is no end, and is told at the end', async () => {
  const look = () => {
    throw new Error('nothing to look at');
  };
  const giving = eventually(look, 'anything', { limitMs: 20, now: clock(10) });
  await expect(giving).rejects.toMatchObject({ cause: new Error('nothing to look at') });
});
