import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED, pack } from '../../../records/packed-session.ts';
import { EXIT, type OutcryError } from '../../../system/errors.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import {
  findSession,
  newSessionId,
  optionsOf,
  removeUnused,
  type SessionFile,
  sessionFor,
  writeSessionFile,
} from './session-file.ts';

let results: string;
beforeEach(() => {
  results = temporaryFolder();
});

const session = (id: string, change: Partial<SessionFile> = {}): SessionFile => ({
  id,
  startedAt: '2026-01-01T00:00:00.000Z',
  options: { scenario: 'made-up', params: { rate: '5' } },
  note: null,
  finished: false,
  looks: 0,
  ...change,
});

describe('a session that was interrupted', () => {
  test('is found with the options it began with, the newest first', () => {
    writeSessionFile(results, session('older'));
    writeSessionFile(results, session('newer', { startedAt: '2026-01-02T00:00:00.000Z' }));
    writeSessionFile(results, session('done', { startedAt: '2026-01-03T00:00:00.000Z', finished: true }));
    expect(findSession(results, null)).toEqual(session('newer', { startedAt: '2026-01-02T00:00:00.000Z' }));
    expect(findSession(results, 'older').options.params).toEqual({ rate: '5' });
  });

  test('is found by its name where it is packed, and not among those that were interrupted', () => {
    writeSessionFile(results, session('packed', { finished: true }));
    const file = join(results, 'packed', '.session.json');
    const files = new Map([['.session.json', readFileSync(file, 'utf8')]]);
    writeFileSync(join(results, 'packed', PACKED), pack(files));
    rmSync(file);
    expect(findSession(results, 'packed').options.params).toEqual({ rate: '5' });
    expect(() => findSession(results, null)).toThrow(/no interrupted session/);
    writeFileSync(join(results, 'packed', PACKED), pack(new Map([['a.json', '{}']])));
    expect(() => findSession(results, 'packed')).toThrow(/records\.json\.gz cannot be read: it lacks the id/);
    for (const path of ['../packed', '..', '', 'packed/.'])
      expect(() => findSession(join(results, 'packed'), path)).toThrow(/there is no session/);
  });

  test('is not made up: there is none, or none of that name', () => {
    expect(() => findSession(results, null)).toThrow(/no interrupted session/);
    writeSessionFile(results, session('one'));
    expect(() => findSession(results, 'two')).toThrow(/there is no session "two" in .*; the newest is one$/);
  });

  describe('and whose file is broken', () => {
    const fileOf = (id: string): string => join(results, id, '.session.json');

    test.each([
      ['cut short', '{"schema": "outcry/session@2", "id"', /it is not JSON/],
      ['empty', '', /it is not JSON/],
      ['null', 'null', /it lacks the id/],
      ['a list', '[]', /it lacks the id/],
      [
        'without options',
        '{"id":"one","startedAt":"2026-01-01T00:00:00.000Z"}',
        /it lacks the id, the time or the options/,
      ],
    ])('%s: the file is named, and others can be resumed by name', (_, text, why) => {
      writeSessionFile(results, session('one'));
      writeSessionFile(results, session('other'));
      writeFileSync(fileOf('one'), text);
      for (const id of ['one', null]) {
        expect(() => findSession(results, id)).toThrow(`the session file ${fileOf('one')} cannot be read: `);
        expect(() => findSession(results, id)).toThrow(why);
      }
      expect(() => findSession(results, null)).toThrow('name one with --resume ID: other');
      expect(findSession(results, 'other').id).toBe('other');
    });

    test('is passed over by a session that began after it', () => {
      writeSessionFile(results, session('one'));
      writeFileSync(fileOf('one'), 'broken');
      utimesSync(fileOf('one'), new Date(0), new Date(0));
      writeSessionFile(results, session('other'));
      expect(findSession(results, null).id).toBe('other');
    });
  });

  test('is refused with a sentence where its file is of an earlier schema', () => {
    writeSessionFile(results, session('old'));
    const file = join(results, 'old', '.session.json');
    writeFileSync(file, JSON.stringify(session('old')));
    expect(() => findSession(results, 'old')).toThrow(
      `${file} is of no schema; this Outcry resumes "outcry/session@2"`,
    );
  });
});

describe('a session that was refused', () => {
  test('leaves nothing, unless it has kept something', () => {
    writeSessionFile(results, session('refused'));
    removeUnused(results, 'refused');
    expect(readdirSync(results)).toEqual([]);
    writeSessionFile(results, session('begun'));
    writeFileSync(join(results, 'begun', 'run.json'), '{}');
    removeUnused(results, 'begun');
    expect(readdirSync(join(results, 'begun')).sort()).toEqual(['.session.json', 'run.json']);
  });
});

describe('a session that is resumed', () => {
  const begin = () => {
    const given = { results, session: 's1', note: 'a remark', scenario: 'echo', runs: 10, retries: 2, preflight: 5 };
    const begun = sessionFor(given, results);
    writeSessionFile(results, begun);
    return begun;
  };
  const resumed = (options: object) => sessionFor({ results, resume: 's1', ...options }, results);

  test('keeps its options, but for rounds and retries that are asked for', () => {
    const begun = begin();
    expect(resumed({})).toEqual(begun);
    expect(resumed({ scenario: 'idle', preflight: 0 })).toEqual(begun);
    expect(resumed({ runs: 3, retries: 0 }).options).toEqual({ ...begun.options, runs: 3, retries: 0 });
  });

  test('has what it is shown with from the command that resumes it, and nothing else', () => {
    begin();
    const given = { results, resume: 's1', note: 'another', clients: 5, preflight: 0, time: 60 };
    expect(optionsOf(resumed(given), given)).toEqual({
      ...{ results, resume: 's1', session: 's1', note: 'a remark', preflight: 0, time: 60 },
      ...{ scenario: 'echo', runs: 10, retries: 2, conditions: {} },
    });
  });
});

describe('a session on other machines that is resumed', () => {
  const resumed = (begunOn: string, on?: string) => () => {
    writeSessionFile(results, sessionFor({ results, session: 's1', swarm: 'console', on: begunOn }, results));
    return sessionFor({ results, resume: 's1', ...(on === undefined ? {} : { on }) }, results).options.on;
  };
  const [ssh, own, image] = ['ssh:lab-2*4,docker:bench', "exec:'kubectl run x'*2", 'docker:bench=some/image'];

  test('connects to hosts and engines of the user as before', () => {
    expect(resumed(ssh)()).toBe(ssh);
  });

  test.each([own, image])('runs no program or image that its file alone names: %s', (on) => {
    for (const named of [undefined, ssh, `${on},${ssh}`]) {
      expect(resumed(on, named)).toThrow(`the file of session s1 names programs or images to run: ${on}; if you trust`);
    }
    expect(resumed(on, ` ${on}`)()).toBe(on);
  });
});

describe('a session that cannot be written', () => {
  const failure = () => {
    try {
      writeSessionFile(results, session('one'));
    } catch (error) {
      return error as OutcryError;
    }
    throw new Error('it was written');
  };

  test('leaves nothing half written', () => {
    mkdirSync(join(results, 'one', '.session.json', 'in the way'), { recursive: true });
    expect(failure().message).toMatch(/cannot write to the results folder .*one: .*, or choose another with --results/);
    expect(readdirSync(join(results, 'one'))).toEqual(['.session.json']);
  });

  test('has failed, and says what is wrong with the folder: nothing is missing', () => {
    writeFileSync(join(results, 'one'), 'a file');
    expect(failure()).toMatchObject({
      exitCode: EXIT.failed,
      message: expect.stringContaining('a file is in the place of a folder; move it away'),
    });
  });
});

test('ids of sessions are ids of runs', () => {
  expect(newSessionId(new Date('2026-11-20T23:31:00Z'))).toMatch(/^20261120t233100z-[0-9a-f]{4}$/);
});
