/** A start of Outcry is recognised from another time namespace, in which the kernel shows other start times, and left alone from a container. */
import { execFileSync, spawnSync } from 'node:child_process';
import { OWN_MARK } from './process-owner.ts';
import { ROOT } from './root.ts';
import { moduleOf } from './testing/program.ts';

/** Boot was this much longer ago in there, seconds. */
const TIME = ['--user', '--map-root-user', '--time', '--boottime', '100000', '--fork'];
const PIDS = ['--user', '--map-root-user', '--pid', '--mount-proc', '--fork'];
const can = (namespace: string[]): boolean => spawnSync('unshare', [...namespace, 'true']).status === 0;

/** Evaluates `expression` on the module in another namespace. */
function elsewhere(expression: string, namespace = TIME): string {
  const script = `import * as owner from './system/process-owner.ts'; console.log(${expression});`;
  return execFileSync('unshare', [...namespace, process.execPath, ...moduleOf(script)], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
}

(can(TIME) ? describe : describe.skip)('in another time namespace', () => {
  test('the start of a process is the same', () => {
    expect(elsewhere(`owner.markOf(${process.pid})`)).toBe(OWN_MARK);
  });

  test('a start of Outcry lives, and one that has ended does not', () => {
    expect(elsewhere(`owner.ownerLives(${JSON.stringify(OWN_MARK)})`)).toBe('true');
    expect(elsewhere(`owner.ownerLives('4194305-1')`)).toBe('false');
  });

  test('a process there has the mark that it has here', () => {
    expect(elsewhere('owner.OWN_MARK === owner.markOf(process.pid) && owner.ownerLives(owner.OWN_MARK)')).toBe('true');
  });
});

(can(PIDS) ? test : test.skip)('in another pid namespace a start of Outcry is left alone', () => {
  expect(elsewhere(`owner.ownerLives(${JSON.stringify(OWN_MARK)})`, PIDS)).toBe('true');
  expect(elsewhere(`owner.ownerLives(owner.longMark(owner.shortMark(${JSON.stringify(OWN_MARK)})))`, PIDS)).toBe(
    'true',
  );
  expect(elsewhere('owner.ownerLives("4194305-1-" + owner.OWN_MARK.split("-")[2])', PIDS)).toBe('false');
});
