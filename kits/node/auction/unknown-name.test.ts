/** The time of a log-in must not say whether there is such a user: counted in hashing, not in time. */
import crypto from 'node:crypto';
import { jest } from '@jest/globals';

const hashed: [iterations: number, bytes: number, digest: string][] = [];

jest.unstable_mockModule('node:crypto', () => ({
  ...crypto,
  pbkdf2: (
    password: Buffer,
    salt: Buffer,
    iterations: number,
    bytes: number,
    digest: string,
    done: (error: Error | null, hash: Buffer) => void,
  ) => {
    hashed.push([iterations, bytes, digest]);
    crypto.pbkdf2(password, salt, iterations, bytes, digest, done);
  },
}));

test('a log-in with an unknown name hashes as much as one with a wrong password', async () => {
  const { Passwords } = await import('./passwords.ts');
  const passwords = new Passwords();
  const stored = await passwords.hash('the right one');
  hashed.length = 0;
  expect(await passwords.check('a wrong one', stored)).toBe(false);
  expect(await passwords.check('a wrong one', null)).toBe(false);
  expect(hashed).toEqual([
    [210_000, 64, 'sha512'],
    [210_000, 64, 'sha512'],
  ]);
});
