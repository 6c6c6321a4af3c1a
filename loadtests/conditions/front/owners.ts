/** Finds the member of the swarm that owns each connection to a front, as the kernel knows it: nothing that a client says is used. */
import { portsTo } from '../../../system/ports.ts';
import type { HttpVersion } from './front.ts';

/** The member, 1 is the first; null: two had the port, one after the other. */
type ByPort = Map<number, number | null>;

export class Owners {
  readonly #tcp: ByPort = new Map();
  readonly #udp: ByPort = new Map();
  #swarm: readonly number[] = [];

  /** @param port of the front */
  constructor(private readonly port: number) {}

  /** Notes the connections there are now. @param swarm roots of the members' process trees; default: those of the last time */
  note(swarm = this.#swarm): void {
    this.#swarm = swarm;
    for (const [index, { tcp, udp }] of portsTo(this.port, swarm).entries()) {
      keep(this.#tcp, tcp, index + 1);
      keep(this.#udp, udp, index + 1);
    }
  }

  /** @param connection address and port of the client; null: unknown, and {@link missing} says why */
  memberOf(http: HttpVersion, connection: string): number | null {
    const port = Number(connection.slice(connection.lastIndexOf(':') + 1));
    return (http === '3' ? this.#udp : this.#tcp).get(port) ?? null;
  }

  /** The reason why the member of a connection is not known. */
  get missing(): string {
    return this.#swarm.length === 0
      ? 'the test did not begin, or its members run on another machine'
      : 'no member had the connection when the test began or ended: it was closed before, or something between clients and front hands on what they say';
  }
}

function keep(byPort: ByPort, ports: readonly number[], member: number): void {
  for (const port of ports) {
    const known = byPort.get(port);
    byPort.set(port, known === undefined || known === member ? member : null);
  }
}
