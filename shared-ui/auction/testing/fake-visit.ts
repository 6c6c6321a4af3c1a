/** For tests of the auction page: a person's visit to a house in memory, with a clock that moves when told. */
import { FakeClock } from '../../../member/testing/fakes.ts';
import { AuctionHouse } from '../auction-house.ts';
import { loginStore } from '../login-store.ts';
import { FakeHouse } from './fakes.ts';

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 30; i++) await Promise.resolve();
}

export class FakeVisit {
  readonly server = new FakeHouse();
  readonly clock = new FakeClock();
  /** The tab's session storage. */
  readonly kept = new Map<string, string>();
  readonly #storage = () => ({
    getItem: (key: string) => this.kept.get(key) ?? null,
    setItem: (key: string, value: string) => void this.kept.set(key, value),
    removeItem: (key: string) => void this.kept.delete(key),
  });

  /** Opens the page; opening it again is a reload. */
  async open(): Promise<AuctionHouse> {
    const house = new AuctionHouse({
      adapter: this.server,
      url: 'http://made.up',
      transport: 'websocket',
      clock: this.clock,
      random: () => 0,
      store: loginStore(this.#storage),
    });
    house.start();
    await settle();
    return house;
  }

  /** The server goes away. */
  async lose(): Promise<void> {
    this.server.down = true;
    for (const socket of this.server.sockets.splice(0)) socket.drop();
    await settle();
  }

  /** The server is there again, and every page has found it. */
  async comeBack(): Promise<void> {
    this.server.down = false;
    await this.pass(1);
  }

  /** Time goes by, and everything happens that it brings. */
  async pass(seconds: number): Promise<void> {
    for (let tenths = 0; tenths < seconds * 10; tenths++) {
      this.clock.advance(100);
      await settle();
    }
  }
}

export async function enter(house: AuctionHouse, name: string, how: 'logIn' | 'register' = 'register'): Promise<void> {
  house.account.form.fields.name.value(name);
  house.account.form.fields.password.value('correct horse');
  await house.account[how]();
}

/** The notices shown now, as texts. */
export function notices(house: AuctionHouse): string[] {
  return house.notices.shown().map(({ parts }) => parts.map((part) => part.text).join(''));
}

/** Each item in short: name, leading bid, number of bids. */
export function list(house: AuctionHouse): string[] {
  return house.items().map((item) => `${item.name} ${item.leadingBid() ?? '-'} ${item.bids()}`);
}
