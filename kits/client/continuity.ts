/** The losses and returns of a connection that comes back by itself, and its end, for everybody who asks: what adapters of such connections extend. */
import type { Back } from '../../protocol/socket.ts';
import { Ending } from './ending.ts';

export class Continuity extends Ending {
  readonly #lostHandlers: ((reason: string) => void)[] = [];
  readonly #backHandlers: ((how: Back) => void)[] = [];
  readonly #attemptHandlers: (() => void)[] = [];
  #isLost = false;

  /** True from a loss until the connection is back. */
  get isLost(): boolean {
    return this.#isLost;
  }

  onLost(handler: (reason: string) => void): void {
    this.#lostHandlers.push(handler);
  }

  onBack(handler: (how: Back) => void): void {
    this.#backHandlers.push(handler);
  }

  onAttempt(handler: () => void): void {
    this.#attemptHandlers.push(handler);
  }

  /** The connection is lost, and will be tried again. Told once until it is back. */
  lost(reason: string): void {
    if (this.over || this.#isLost) return;
    this.#isLost = true;
    for (const handler of this.#lostHandlers) handler(reason);
  }

  /** It is tried again now. */
  attempt(): void {
    if (this.over) return;
    for (const handler of this.#attemptHandlers) handler();
  }

  /** It is back. Nothing is told of a connection that was not lost. */
  back(how: Back): void {
    if (this.over || !this.#isLost) return;
    this.#isLost = false;
    for (const handler of this.#backHandlers) handler(how);
  }
}
