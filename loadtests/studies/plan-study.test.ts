import { makeStudy } from '../../merge/claims/testing/study-runs.ts';
import type { PartSize } from '../../merge/claims/types.ts';
import { readStudySession, studySessionId } from '../../protocol/study-session.ts';
import type { PartOptions } from './part-options.ts';
import {
  apart,
  chosenParts,
  type Leg,
  legOptions,
  legsOf,
  newAttempt,
  newestBegun,
  type Task,
  USUAL_RETRIES,
} from './plan-study.ts';

const session = (study: string, size: 'whole' | 'quick', attempt: string, part = 'load') =>
  studySessionId({ study, size, attempt, part });

test("a session's id says which part of which attempt it is", () => {
  const attempt = newAttempt(new Date('2026-01-02T03:04:05Z'));
  const id = session('C', 'quick', attempt, 'off-phase');
  expect(id).toMatch(/^study-c-quick-20260102t030405z-[0-9a-f]{4}\.off-phase$/);
  expect(readStudySession(id)).toEqual({ study: 'C', size: 'quick', attempt, part: 'off-phase' });
  expect(readStudySession(`${id}.bytes`)).toEqual({
    study: 'C',
    size: 'quick',
    attempt,
    part: 'off-phase',
    bytes: true,
  });
  expect(studySessionId(readStudySession(`${id}.bytes`)!)).toBe(`${id}.bytes`);
});

test("other sessions are no study's", () => {
  for (const id of ['20260102t030405z-00aa', 'study-c-quick', 'study-c-short-20260102t030405z-00aa.load']) {
    expect(readStudySession(id)).toBeNull();
  }
});

test('what goes on is the newest attempt of that study and size', () => {
  const [first, second] = ['20260101t000000z-00aa', '20260102t000000z-00aa'];
  const folders = [
    session('A', 'quick', second),
    session('A', 'quick', first),
    session('A', 'whole', '20260103t000000z-00aa'),
    session('B', 'quick', '20260103t000000z-00aa'),
    'example',
  ];
  expect(newestBegun(folders, 'A', 'quick')).toBe(second);
  expect(newestBegun(folders, 'C', 'quick')).toBeNull();
});

describe('the parts to run', () => {
  const study = makeStudy([]);
  const [first] = study.parts;

  test('are all, or those that are named', () => {
    expect(chosenParts(study)).toEqual(study.parts);
    expect(chosenParts(study, [first!.id])).toEqual([first]);
  });

  test('a name that no part has is refused, with those there are', () => {
    expect(() => chosenParts(study, ['nothing'])).toThrow(
      `no part "nothing"; there is: ${study.parts.map(({ id }) => id).join(', ')}`,
    );
  });
});

describe('bytes are counted', () => {
  const options = { runs: 10, wire: true } as PartOptions;
  const size = { swarm: 'console', runs: 10 } as PartSize;

  test('in runs of their own, where others judge what a capture could change', () => {
    expect(apart(options, size)).toEqual([
      { bytes: false, options: { runs: 10, wire: false } },
      { bytes: true, options: { runs: 3, wire: true } },
    ]);
    expect(apart({ ...options, runs: 1 }, size)[1]!.options.runs).toBe(1);
  });

  test('in all of them, where these judge nothing else', () => {
    expect(apart(options, { ...size, judges: ['counts', 'bytes'] })).toEqual([{ bytes: false, options }]);
    expect(apart({ ...options, wire: false }, size)).toHaveLength(1);
  });
});

describe('rounds and retries of a part', () => {
  const study = makeStudy([]);
  const [part] = study.parts;
  const what = { frameworks: ['alpha'], transports: ['websocket'] };
  const leg = { task: { part, session: 's', options: { runs: 3 }, what }, rounds: null } as unknown as Leg;
  const asked = (state: 'to run' | 'interrupted', more: object = {}, of = leg) => {
    const start = { size: 'quick', attempt: 'a', results: '/r', everything: false, ...more } as const;
    const { session, resume, runs, retries } = legOptions(study, of, start, state, 10);
    return { session, resume, runs, retries };
  };

  test('are those of its plan, unless others are asked for', () => {
    expect(asked('to run')).toEqual({ session: 's', runs: 3, retries: USUAL_RETRIES });
    expect(asked('to run', { runs: 3, retries: 0 })).toEqual({ session: 's', runs: 3, retries: 0 });
    expect(asked('to run', {}, { ...leg, rounds: 1 })).toMatchObject({ runs: 1 });
    const own = { ...leg, task: { ...leg.task, options: { ...leg.task.options, retries: 0 } } };
    expect(asked('to run', { retries: 3 }, own)).toMatchObject({ retries: 0 });
  });

  test('stay as they were when the part is resumed, unless others are asked for', () => {
    expect(asked('interrupted')).toEqual({ resume: 's' });
    expect(asked('interrupted', { runs: 3, retries: 0 })).toEqual({ resume: 's', runs: 3, retries: 0 });
    expect(asked('interrupted', {}, { ...leg, rounds: 2 })).toEqual({ resume: 's', runs: 2 });
  });
});

describe('parts', () => {
  const task = (id: string, runs: number, turns?: string, bytes = false) =>
    ({
      ...{ part: { id, ...(turns === undefined ? {} : { turns }) }, bytes, options: { runs } },
      session: `${id}${bytes ? '.bytes' : ''}`,
    }) as Task;
  const legs = (tasks: Task[]) => legsOf(tasks, 'a start').map(({ task: { part }, rounds }) => [part.id, rounds]);

  test('run one after the other, each to its end', () => {
    expect(legs([task('a', 3), task('b', 2)])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('that take turns go round by round, and one with fewer rounds ends before the others', () => {
    const all = legs([task('a', 2, 'x'), task('b', 1), task('c', 3, 'x')]);
    expect(all.slice(0, 2).sort()).toEqual([
      ['a', 1],
      ['c', 1],
    ]);
    expect(all.slice(2, 4).sort()).toEqual([
      ['a', 2],
      ['c', 2],
    ]);
    expect(all.slice(4)).toEqual([
      ['c', 3],
      ['b', null],
    ]);
  });

  test('take no turns with what their bytes are counted in', () => {
    const all = legs([task('a', 1, 'x'), task('a', 1, 'x', true), task('b', 1, 'x')]);
    expect(all.slice(0, 2).sort()).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(all.slice(2)).toEqual([['a', null]]);
  });

  test('take turns in another order in each round, which a resumed start has too', () => {
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((id) => task(id, 8, 'x'));
    const all = legs(tasks);
    expect(legs(tasks)).toEqual(all);
    const orders = Array.from({ length: 8 }, (_, round) =>
      all
        .slice(5 * round, 5 * round + 5)
        .map(([id]) => id)
        .join(''),
    );
    expect(new Set(orders).size).toBeGreaterThan(1);
  });
});
