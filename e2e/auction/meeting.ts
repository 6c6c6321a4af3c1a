/** Ann and Bob at one app's auction house, each in a browser, over one transport. */
import type { Transport } from '../../protocol/socket.ts';
import type { AuctionPage } from './auction-page.ts';
import type { Stage } from './stage.ts';

/** Items and users of all meetings are told apart by this. */
let count = 0;

/** Somebody at a meeting. */
export interface Guest {
  readonly name: string;
  readonly page: AuctionPage;
}

export class Meeting {
  readonly #ann = this.unique('Ann');
  readonly #bob = this.unique('Bob');

  constructor(
    readonly stage: Stage,
    readonly transport: Transport,
    /** Asked for when a scene plays. */
    readonly pages: () => { ann: AuctionPage; bob: AuctionPage },
  ) {}

  /** A name that nothing else has. */
  unique(name: string): string {
    count += 1;
    return `${name} ${count}`;
  }

  openAnn(): Promise<void> {
    return this.pages().ann.open(this.stage.url, this.transport);
  }

  openBob(): Promise<void> {
    return this.pages().bob.open(this.stage.url, this.transport);
  }

  /** Announces that both register before the scenes. */
  register(): void {
    beforeAll(async () => {
      const { ann, bob } = this.pages();
      // Pages of this server are still open from the transport before; before the first one nothing is stored for it.
      await Promise.all([ann.forgetLogin(), bob.forgetLogin()]);
      await Promise.all([this.openAnn(), this.openBob()]);
      await Promise.all([ann.register(this.#ann), bob.register(this.#bob)]);
    });
  }

  /** Announces a scene that opens the pages itself. */
  scene(title: string, scene: (ann: Guest, bob: Guest) => Promise<void>): void {
    const play = () => {
      const { ann, bob } = this.pages();
      return scene({ name: this.#ann, page: ann }, { name: this.#bob, page: bob });
    };
    test(title, () => this.stage.play(`${this.transport} ${title}`, play));
  }

  /** Announces a scene in which both have just opened their pages and are logged in. */
  together(title: string, scene: (ann: Guest, bob: Guest) => Promise<void>): void {
    this.scene(title, async (ann, bob) => {
      await Promise.all([this.openAnn(), this.openBob()]);
      await Promise.all([ann.page.untilUser(ann.name), bob.page.untilUser(bob.name)]);
      await scene(ann, bob);
    });
  }
}
