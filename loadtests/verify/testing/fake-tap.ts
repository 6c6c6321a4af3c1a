/** The tap before a fake server, in this process. */
import type { Edit, Tap } from '../tap.ts';
import type { Connection, FakeServer } from './fake-server.ts';

export class FakeTap implements Tap {
  edit: Edit = (text) => text;
  offersCompression = false;
  edits = 0;
  /** Those that were made through it. */
  readonly connections: Connection[] = [];

  constructor(
    readonly server: FakeServer,
    readonly url: string,
  ) {}

  get compression(): string[] {
    const { compression } = this.server.sabotage;
    return compression === undefined ? [] : [compression];
  }

  get bytesToClients(): number {
    return this.connections.reduce((bytes, connection) => bytes + connection.charactersDown, 0);
  }

  /** Gives what reaches the server of `text`. */
  passed(text: string): string {
    const changed = this.edit(text);
    if (changed !== text) this.edits += 1;
    return changed;
  }

  hold(): void {
    for (const connection of this.connections) connection.hold();
  }

  release(): void {
    for (const connection of this.connections) connection.release();
  }

  close(): void {
    this.release();
  }
}
