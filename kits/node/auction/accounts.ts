/** Users' accounts: registering, logging in and out. */
import type { Login } from '../../../shared-ui/auction/contract.ts';
import type { Database } from './database.ts';
import type { Passwords } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { isSqliteDuplicate } from './sqlite.ts';
import type { Queries } from './tables.ts';
import { hashToken, LOGIN_MS, newToken } from './tokens.ts';

/** A connection's login, as the server keeps it. The token itself is not kept. */
export interface Identity {
  userId: number;
  user: string;
  tokenHash: string;
  /** ms since 1970. */
  expiresAt: number;
}

/** A login that was made or found again: what the server keeps, and what the client gets. */
export interface LoggedIn {
  identity: Identity;
  login: Login;
}

/** The unique index on a name's key, or on a token's hash, has it already. */
function isDuplicate(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isSqliteDuplicate(error) || code === 'ER_DUP_ENTRY';
}

const nameTaken = (name: string) =>
  new Refusal('name-taken', `The name ${name} is taken, or looks the same as one that is. Choose another.`, 'name');

export const NOT_LOGGED_IN = 'Log in first.';

/**
 * Refuses a login that has ended, perhaps over another connection or in another process. A change checks again inside its transaction.
 */
export async function checkLogin(queries: Queries, identity: Identity, now: number): Promise<void> {
  const login = await queries
    .selectFrom('logins')
    .select('user_id')
    .where('token_hash', '=', identity.tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (login === undefined) throw new Refusal('not-logged-in', 'You are not logged in any more. Log in again.');
}

export class Accounts {
  readonly #database: Database;
  readonly #passwords: Passwords;
  readonly #now: () => number;

  constructor(database: Database, passwords: Passwords, now: () => number) {
    this.#database = database;
    this.#passwords = passwords;
    this.#now = now;
  }

  /** Makes a user and logs her in. @param key of `name` */
  async register(name: string, key: string, password: string): Promise<LoggedIn> {
    const taken = await this.#database.retried(() => this.#find(key));
    if (taken !== undefined) throw nameTaken(name);
    const phc = await this.#passwords.hash(password);
    const { kysely } = this.#database;
    try {
      return await this.#database.retried(() =>
        kysely.transaction().execute(async (transaction) => {
          const { insertId } = await transaction
            .insertInto('users')
            .values({ name, name_key: key, password: phc, created_at: this.#now() })
            .executeTakeFirstOrThrow();
          return this.#makeLogin(transaction, Number(insertId), name);
        }),
      );
    } catch (error) {
      if (isDuplicate(error)) throw nameTaken(name);
      throw error;
    }
  }

  /** A new login of the user whose name has this key. Takes as long when there is none. */
  async logIn(key: string, password: string): Promise<LoggedIn> {
    const user = await this.#database.retried(() => this.#find(key));
    const right = await this.#passwords.check(password, user?.password ?? null);
    if (user === undefined || !right) {
      throw new Refusal('wrong-login', 'This name and this password do not belong together.', 'password');
    }
    const { kysely } = this.#database;
    return this.#database.retried(() =>
      kysely.transaction().execute((transaction) => this.#makeLogin(transaction, user.id, user.name)),
    );
  }

  /** The login that `token` belongs to. It ends when it would have ended anyway. */
  async resume(token: string): Promise<LoggedIn> {
    const tokenHash = hashToken(token);
    const found = await this.#database.retried(() =>
      this.#database.kysely
        .selectFrom('logins')
        .innerJoin('users', 'users.id', 'logins.user_id')
        .select(['users.id', 'users.name', 'logins.expires_at'])
        .where('logins.token_hash', '=', tokenHash)
        .where('logins.expires_at', '>', this.#now())
        .executeTakeFirst(),
    );
    if (found === undefined) throw new Refusal('login-expired', 'Your login has ended. Log in again.');
    const identity = { userId: found.id, user: found.name, tokenHash, expiresAt: found.expires_at };
    return { identity, login: loginOf(identity, token) };
  }

  /** @throws Refusal when the login has ended */
  async check(identity: Identity): Promise<void> {
    await this.#database.retried(() => checkLogin(this.#database.kysely, identity, this.#now()));
  }

  /** Ends a login, for every connection that uses its token. */
  async logOut({ tokenHash }: Identity): Promise<void> {
    const { kysely } = this.#database;
    await this.#database.retried(() => kysely.deleteFrom('logins').where('token_hash', '=', tokenHash).execute());
  }

  #find(key: string) {
    return this.#database.kysely
      .selectFrom('users')
      .select(['id', 'name', 'password'])
      .where('name_key', '=', key)
      .executeTakeFirst();
  }

  async #makeLogin(transaction: Queries, userId: number, user: string): Promise<LoggedIn> {
    const now = this.#now();
    await transaction.deleteFrom('logins').where('expires_at', '<=', now).execute();
    const token = newToken();
    const identity = { userId, user, tokenHash: hashToken(token), expiresAt: now + LOGIN_MS };
    await transaction
      .insertInto('logins')
      .values({ token_hash: identity.tokenHash, user_id: userId, created_at: now, expires_at: identity.expiresAt })
      .execute();
    return { identity, login: loginOf(identity, token) };
  }
}

function loginOf({ user, expiresAt }: Identity, token: string): Login {
  return { user, token, expiresAt: new Date(expiresAt).toISOString() };
}
