/** The token by which workers and their runner know each other. Anyone who has it can run programs on the workers. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { EXIT, OutcryError } from '../../../system/errors.ts';

/** Environment variable that carries it. */
export const JOIN_TOKEN = 'OUTCRY_JOIN_TOKEN';

/** It travels in an HTTP header, and is not to be guessed. */
const TOKEN = /^[\x21-\x7e]{16,256}$/;

export const makeToken = (): string => randomBytes(24).toString('base64url');

/**
 * @param from where it was found, for the message; the token itself is never shown
 * @throws OutcryError (wrong use) when it can be none
 */
export function demandToken(token: string, from: string): string {
  if (TOKEN.test(token)) return token;
  const wanted = '16 to 256 letters, digits and signs, without spaces';
  throw new OutcryError(`the join token from ${from} must be ${wanted}; openssl rand -hex 24 makes one`, EXIT.usage);
}

/** The token from the environment, which forgets it: what this process starts does not need it. Undefined: there is none. */
export function takeTokenFromEnvironment(): string | undefined {
  const token = process.env[JOIN_TOKEN];
  delete process.env[JOIN_TOKEN];
  return token === undefined ? undefined : demandToken(token, JOIN_TOKEN);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time: digests have one length, and all bytes are compared. */
export const sameToken = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
