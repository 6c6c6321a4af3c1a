import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED, pack } from '../../records/packed-session.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { writeSessionFile } from '../session/plan/session-file.ts';
import { type Leg, roundsToReach, stateOf, stateOfLeg } from './plan-study.ts';

const SESSION = 'study-a-whole-20260102t030405z-00aa.load';

/** The state of a part of five rounds, whose session has ended after three. */
function stateWith(asked: number | undefined, isPacked: boolean) {
  const results = temporaryFolder();
  const options = { scenario: 'made-up', params: {}, runs: 3 };
  const times = { startedAt: '2026-01-01T00:00:00.000Z', note: null, looks: 0 };
  writeSessionFile(results, { id: SESSION, ...times, options, finished: true });
  if (isPacked) packAt(join(results, SESSION));
  const runs = Math.min(asked ?? Infinity, 5);
  return stateOf(results, SESSION, roundsToReach({}, { runs }, asked));
}

function packAt(folder: string): void {
  const file = join(folder, '.session.json');
  writeFileSync(join(folder, PACKED), pack(new Map([['.session.json', readFileSync(file, 'utf8')]])));
  rmSync(file);
}

describe.each([
  ['beside each other', false],
  ['packed', true],
])('records %s:', (_where, isPacked) => {
  test.each([
    ['is finished with the rounds that it began with', undefined, 'finished'],
    ['is finished where no more are asked for', 3, 'finished'],
    ['goes on where more are asked for', 5, 'interrupted'],
  ])('a part whose session has ended %s', (_, asked, state) => {
    expect(stateWith(asked, isPacked)).toBe(state);
  });
});

test('a part without a session is to be run', () => {
  expect(stateOf(temporaryFolder(), SESSION, null)).toBe('to run');
});

test.each([
  [1, 'finished'],
  [2, 'finished'],
  [3, 'interrupted'],
  [4, 'interrupted'],
])('of a part that was interrupted in its third round, round %d is %s', (rounds, state) => {
  const results = temporaryFolder();
  const options = { scenario: 'made-up', params: {}, runs: 3 };
  const times = { startedAt: '2026-01-01T00:00:00.000Z', note: null, looks: 0 };
  writeSessionFile(results, { id: SESSION, ...times, options, finished: false });
  const leg = { task: { session: SESSION, part: { turns: 'a' }, options: { runs: 5 } }, rounds } as Leg;
  expect(stateOfLeg(leg, { results })).toBe(state);
});
