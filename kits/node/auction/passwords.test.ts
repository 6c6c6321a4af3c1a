/** Passwords: published values, and what other apps may have written. */
import { pbkdf2Sync } from 'node:crypto';
import { ITERATIONS, matchesPhc, Passwords, toPhc } from './passwords.ts';

/** PBKDF2-HMAC-SHA-512 over RFC 6070's inputs (the values are widely published; each is 64 bytes). */
const PUBLISHED = [
  {
    password: 'password',
    salt: 'salt',
    iterations: 1,
    hash: '867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252c02d470a285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce',
  },
  {
    password: 'password',
    salt: 'salt',
    iterations: 2,
    hash: 'e1d9c16aa681708a45f5c7c4e215ceb66e011a2e9f0040713f18aefdb866d53cf76cab2868a39b9f7840edce4fef5a82be67335c77a6068e04112754f27ccf4e',
  },
  {
    password: 'password',
    salt: 'salt',
    iterations: 4_096,
    hash: 'd197b1b33db0143e018b12f3d1d1479e6cdebdcc97c5c0f87f6902e072f457b5143f30602641b3d55cd335988cb36b84376060ecd532e039b742a239434af2d5',
  },
  {
    password: 'passwordPASSWORDpassword',
    salt: 'saltSALTsaltSALTsaltSALTsaltSALTsalt',
    iterations: 4_096,
    hash: '8c0511f4c6e597c6ac6315d8f0362e225f3c501495ba23b868c005174dc4ee71115b59f9e60cd9532fa33e0f75aefe30225c583a186cd82bd4daea9724a3d3b8',
  },
];

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

test.each(PUBLISHED)('the published value for $password, $salt, $iterations', async (vector) => {
  const { password, salt, iterations, hash } = vector;
  const phc = await toPhc(password, Buffer.from(salt), iterations);
  expect(phc).toBe(`$pbkdf2-sha512$i=${iterations}$${base64(Buffer.from(salt))}$${base64(Buffer.from(hash, 'hex'))}`);
});

test('what is stored has 210,000 iterations, 16 bytes of salt and 64 of hash, and no two are the same', async () => {
  const passwords = new Passwords();
  const first = await passwords.hash('correct horse');
  expect(first).toMatch(/^\$pbkdf2-sha512\$i=210000\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{86}$/);
  expect(ITERATIONS).toBe(210_000);
  expect(await passwords.hash('correct horse')).not.toBe(first);
  expect(await passwords.check('correct horse', first)).toBe(true);
  expect(await passwords.check('correct horsf', first)).toBe(false);
});

test('a server that lives for a test alone hashes with 1,000 iterations, and no other does', async () => {
  const stored = (env: NodeJS.ProcessEnv) => Passwords.ofServer(env).hash('correct horse');
  expect(await stored({ SHORT_LIVED: 'on' })).toContain('$i=1000$');
  for (const env of [{}, { SHORT_LIVED: '' }, { SHORT_LIVED: '1' }]) expect(await stored(env)).toContain('$i=210000$');
});

test('a row that another app wrote, with other iterations and another salt, is checked as it says', async () => {
  const salt = Buffer.from('another salt of some length');
  const hash = pbkdf2Sync('påsswörd', salt, 5_000, 64, 'sha512');
  const phc = `$pbkdf2-sha512$i=5000$${base64(salt)}$${base64(hash)}`;
  expect(await matchesPhc('påsswörd', phc)).toBe(true);
  expect(await matchesPhc('passwörd', phc)).toBe(false);
});

test('a password is the same however the keyboard composes it', async () => {
  const phc = await toPhc('Zo\u00eb\u212b', Buffer.from('0123456789abcdef'), 10);
  expect(await matchesPhc('Zoe\u0308\u00c5', phc)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['another algorithm', '$argon2id$v=19$m=1,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaA'],
  ['no iterations', `$pbkdf2-sha512$i=0$${'A'.repeat(22)}$${'A'.repeat(86)}`],
  ['a hash that is too short', `$pbkdf2-sha512$i=1000$${'A'.repeat(22)}$${'A'.repeat(20)}`],
  ['iterations that would take minutes', `$pbkdf2-sha512$i=99999999$${'A'.repeat(22)}$${'A'.repeat(86)}`],
])('a stored password with %s is an error that does not repeat it', async (_, phc) => {
  const error = await matchesPhc('x', phc).catch((caught: Error) => caught);
  expect(String(error)).toMatch(/not in the PHC format/);
  expect(String(error)).not.toContain(phc || '$');
});

test('the event loop turns while passwords are hashed', async () => {
  const passwords = new Passwords();
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await Promise.all([passwords.hash('one'), passwords.hash('two')]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
