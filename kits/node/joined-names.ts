/** Names of the connections that have joined. A connection has at most one, and a name is one connection's. */
import { NAME_LIMIT } from '../../protocol/verbs.ts';
import { Fault } from './fault.ts';

export class Names<Connection> {
  /** Holders by name, in the order in which they joined. */
  readonly #holders = new Map<string, Connection>();
  readonly #names = new Map<Connection, string>();

  get all(): string[] {
    return [...this.#holders.keys()];
  }

  get holders(): Connection[] {
    return [...this.#holders.values()];
  }

  /** @throws Fault when no connection has the name `name` */
  holderOf(name: string): Connection {
    const holder = this.#holders.get(name);
    if (holder === undefined) throw new Fault('unknown-name', 'nobody has that name', 404);
    return holder;
  }

  /** @throws Fault when `asked` is no name, another connection's, or this connection has one */
  give(asked: unknown, connection: Connection): string {
    const name = nameOf(asked);
    if (this.#names.has(connection)) throw new Fault('wrong-state', 'this connection has a name; leave first');
    if (this.#holders.has(name)) throw new Fault('name-taken', 'another connection has that name');
    this.#holders.set(name, connection);
    this.#names.set(connection, name);
    return name;
  }

  /** Takes the connection's name back; undefined when it has none. */
  take(connection: Connection): string | undefined {
    const name = this.#names.get(connection);
    if (name === undefined) return undefined;
    this.#names.delete(connection);
    this.#holders.delete(name);
    return name;
  }

  /** The same, of a connection that asks to leave. @throws Fault when it has none */
  leave(connection: Connection): string {
    const name = this.take(connection);
    if (name === undefined) throw new Fault('wrong-state', 'this connection has not joined');
    return name;
  }
}

/** @throws Fault when `asked` cannot be a name */
export function nameOf(asked: unknown): string {
  if (asked === undefined) throw new Fault('missing-field', 'name is missing');
  if (typeof asked !== 'string') throw new Fault('wrong-type', 'name must be a string');
  if (asked.length >= 1 && asked.length <= NAME_LIMIT) return asked;
  throw new Fault('out-of-range', `name must be 1 to ${NAME_LIMIT} UTF-16 units long`);
}
