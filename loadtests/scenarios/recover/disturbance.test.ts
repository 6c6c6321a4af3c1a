import type { Change, Handles } from '../disturbance-script.ts';
import recover, { offWindow } from './disturbance.ts';
import type { RecoverParams } from './params.ts';

const PARAMS: RecoverParams = { disturbance: 'cut', window: 5, interval: 100, payload: 0, before: 3, after: 10 };

/** Handles that note what is done at which time. `startMs`: how long the server takes to start; null: it does not come up. */
function played(startMs: number | null) {
  const done: string[] = [];
  let now = 0;
  const act =
    (what: string, ms = 1) =>
    async (): Promise<Change> => {
      done.push(`${what} at ${now}`);
      const from = now;
      now += ms;
      return { from, to: now };
    };
  const handles: Handles = {
    network: { silence: act('silence'), reset: act('reset'), refuse: act('refuse'), open: act('open') },
    clients: { stop: act('clients stop'), go: act('clients go') },
    server: {
      stop: act('stop', 100),
      kill: act('kill'),
      killOne: act('kill one'),
      start: startMs === null ? () => Promise.reject(new Error('no port')) : act('start', startMs),
    },
    slow: { hold: act('hold'), release: act('release') },
    next: {
      start: startMs === null ? () => Promise.reject(new Error('no port')) : act('next', startMs),
      switch: act('switch'),
      endFirst: act('end first', 100),
    },
    until: async (at) => {
      now = Math.max(now, at);
    },
  };
  const disturb = (disturbance: string) => recover.disturb({ ...PARAMS, disturbance }, handles, 0);
  return { done, disturb };
}

test.each([
  ['cut', ['silence at 3000', 'open at 8001']],
  ['herd', ['reset at 3000', 'open at 8001']],
  ['restart', ['refuse at 3000', 'stop at 3001', 'start at 3101', 'open at 8101']],
  ['sleep', ['clients stop at 3000', 'silence at 3001', 'open at 8002', 'clients go at 8003']],
  ['slow', ['hold at 3000', 'release at 8001']],
  ['kill', ['refuse at 3000', 'kill at 3001', 'start at 3002', 'open at 8002']],
])('%s: the window is as long as asked for', async (disturbance, expected) => {
  const { done, disturb } = played(500);
  const { window, flags } = await disturb(disturbance);
  expect(done).toEqual(expected);
  expect(window!.to - window!.from).toBe(5000);
  expect(flags).toEqual([]);
});

test('sleep: that processes were stopped is no flag of its own', () => {
  const expects = (disturbance: string) => recover.expects!({ ...PARAMS, disturbance });
  expect(expects('sleep')).toContain('process-stopped');
  expect(expects('cut')).not.toContain('process-stopped');
});

test('process: one is killed, and the way to the server stays open', async () => {
  const { done, disturb } = played(500);
  expect(await disturb('process')).toEqual({ window: { from: 3001, to: 3001 }, flags: [] });
  expect(done).toEqual(['kill one at 3000']);
});

test('switch: the front points at a second server, which is up before, and the first ends', async () => {
  const { done, disturb } = played(500);
  expect(await disturb('switch')).toEqual({ window: { from: 3001, to: 3001 }, flags: [] });
  expect(done).toEqual(['next at 0', 'switch at 3000', 'end first at 3001']);
  expect((await played(4000).disturb('switch')).flags).toEqual([
    {
      code: 'window-late',
      level: 'fatal',
      message: 'the second server was up 1.00 s after it was to be switched to: choose a longer --before',
    },
  ]);
  await expect(played(null).disturb('switch')).rejects.toThrow('no port');
});

test('a window that waits for the server is too long, and says from when to when it was', async () => {
  const { window, flags } = await played(7000).disturb('restart');
  expect(window).toEqual({ from: 3101, to: 10_101 });
  expect(flags).toEqual([
    {
      code: 'window-late',
      level: 'fatal',
      message: 'the window was of 7.00 s instead of 5 s, from 3101.0 to 10101.0 ms of the monotonic clock',
    },
  ]);
});

test('a server that does not come up again ends nothing but the run', async () => {
  const { done, disturb } = played(null);
  const { flags } = await disturb('kill');
  expect(done.at(-1)).toBe('open at 8002');
  expect(flags).toEqual([
    { code: 'server-not-back', level: 'fatal', message: 'the server did not come up again: no port' },
  ]);
});

test('a window that is as asked for, give or take what the kernel needs, is no fault', () => {
  expect(offWindow({ from: 0, to: 5200 }, 5)).toEqual([]);
  expect(offWindow({ from: 0, to: 5300 }, 5)).toHaveLength(1);
});
