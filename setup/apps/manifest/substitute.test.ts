import { tmpdir } from 'node:os';
import { partInUse } from './substitute.ts';

const SUBSTITUTE = { of: 'Broker', is: 'an open broker', unless: ['BROKER_HOME', 'BROKER_URL'] };
const use = (env: Record<string, string>) => partInUse(SUBSTITUTE, env);

describe('what a run would use is', () => {
  test.each([[{}], [{ BROKER_HOME: '', BROKER_URL: ' ' }], [{ OTHER: '/tmp' }]])('the substitute, with %j', (env) => {
    expect(use(env)).toEqual({ use: 'substitute', variable: null, value: null, problem: null });
  });

  test('the part in a folder that is there', () => {
    expect(use({ BROKER_HOME: tmpdir() })).toEqual({
      use: 'folder',
      variable: 'BROKER_HOME',
      value: tmpdir(),
      problem: null,
    });
  });

  test('the part by a program of it', () => {
    expect(use({ BROKER_HOME: process.execPath })).toMatchObject({
      use: 'folder',
      value: process.execPath,
      problem: null,
    });
  });

  test('the part at an address, which is named without a password', () => {
    expect(use({ BROKER_URL: 'http://me:secret@broker.example:8080' })).toEqual({
      use: 'address',
      variable: 'BROKER_URL',
      value: 'http://broker.example:8080',
      problem: null,
    });
  });
});

describe('a variable that cannot be meant is a problem that says what to do', () => {
  test.each<[Record<string, string>, string]>([
    [
      { BROKER_HOME: '/nowhere/at/all' },
      'BROKER_HOME=/nowhere/at/all: there is no such file or folder; correct it or unset it',
    ],
    [{ BROKER_HOME: 'broker' }, 'BROKER_HOME=broker: it must be an absolute path; correct it or unset it'],
    [
      { BROKER_HOME: '/a', BROKER_URL: 'http://b' },
      'BROKER_HOME=/a: BROKER_HOME and BROKER_URL are both set; unset the one that is not to be used',
    ],
  ])('%j', (env, problem) => {
    expect(use(env).problem).toBe(problem);
  });
});
