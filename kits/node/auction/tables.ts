/** The tables of `kits/schema`, as the queries see them. Times are ms since 1970; amounts are cents. */
import type { Generated, Kysely, Transaction } from 'kysely';

export interface Tables {
  schema_version: { version: number; applied_at: number };
  house: { id: number; revision: number };
  users: { id: Generated<number>; name: string; name_key: string; password: string; created_at: number };
  logins: { token_hash: string; user_id: number; created_at: number; expires_at: number };
  items: {
    id: Generated<number>;
    name: string;
    description: string;
    minimum_price: number;
    added_by: number;
    added_at: number;
    removed_at: number | null;
  };
  bids: { item_id: number; number: number; amount: number; bidder: number; placed_at: number };
}

export type Queries = Kysely<Tables> | Transaction<Tables>;
