import { demandToken, JOIN_TOKEN, makeToken, sameToken, takeTokenFromEnvironment } from './token.ts';

test('a token is the same as itself alone', () => {
  const token = makeToken();
  expect(sameToken(token, token)).toBe(true);
  expect(sameToken(token, makeToken())).toBe(false);
  expect(sameToken(token, '')).toBe(false);
  expect(sameToken(token, `${token} `)).toBe(false);
});

test('what can be guessed or cannot be sent is no token, and is not shown', () => {
  expect(demandToken(makeToken(), 'here')).toHaveLength(32);
  for (const bad of ['', 'short', 'with a space in it, though long', 'with-an-ä-though-it-is-long', 'x'.repeat(257)]) {
    const demand = () => demandToken(bad, 'the file');
    expect(demand).toThrow('the join token from the file must be 16 to 256 letters');
    if (bad !== '') expect(demand).not.toThrow(bad);
  }
});

test('what is started later does not get it', () => {
  process.env[JOIN_TOKEN] = 'a-token-that-is-long-enough';
  expect(takeTokenFromEnvironment()).toBe('a-token-that-is-long-enough');
  expect(process.env[JOIN_TOKEN]).toBeUndefined();
  expect(takeTokenFromEnvironment()).toBeUndefined();
});
