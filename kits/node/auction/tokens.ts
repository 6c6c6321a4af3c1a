/** Tokens that keep a client logged in. The database has only their hashes: who reads it cannot log in with them. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A login ends this long after it was made, ms, however it is used: 7 days. */
export const LOGIN_MS = 7 * 24 * 3_600_000;

/** 256 random bits, in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** SHA-256 in lower-case hex. A token is random enough that nothing slower is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
