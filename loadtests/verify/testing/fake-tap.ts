/** The tap before a fake server, in this process. */
import type { Edit, Tap } from '../tap.ts';
import type { Connection, FakeServer } from './fake-server.ts';

export class FakeTap implements Tap {
  edit: Edit = (text) => text;
  offersCompression = false;
  edits = 0;
  attempts = 0;
  isCut = false;
  /** Those that were made through it. */
  readonly connections: Connection[] = [];

  constructor(
    public server: FakeServer,
    readonly url: string,
    readonly serverAt: (url: string) => FakeServer,
  ) {}

  async haveAllCounted(): Promise<void> {}

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

  cut(): void {
    this.isCut = true;
    for (const connection of this.connections) this.server.lose(connection);
  }

  mend(): void {
    this.isCut = false;
  }

  leadTo({ url }: { url: string }): void {
    this.server = this.serverAt(url);
  }

  close(): void {
    this.release();
  }
}
