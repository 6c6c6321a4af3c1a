import { setImmediate as turn } from 'node:timers/promises';
import { seededRandom } from '../../protocol/random.ts';
import { type List, PublishedAuction } from './published-auction.ts';
import { RandomHouse, type Told, TrialSubscriber } from './testing/trial-auction.ts';

/** A house, and its list as it is published. */
class Trial {
  readonly random: () => number;
  readonly house: RandomHouse;
  readonly published: PublishedAuction;
  /** Callers that wait for the house's list. */
  readonly asked: ((list: List) => void)[] = [];

  constructor(seed: number) {
    this.random = seededRandom(seed, 0);
    this.house = new RandomHouse(this.random);
    this.published = new PublishedAuction(() => new Promise((resolve) => this.asked.push(resolve)));
  }

  change(): Told {
    const told = this.house.change();
    this.published.change(told.event, told.data);
    return told;
  }

  async give(list = this.house.list): Promise<void> {
    for (const answer of this.asked.splice(0)) answer(list);
    await turn();
  }

  async join(): Promise<TrialSubscriber> {
    const subscriber = new TrialSubscriber();
    const subscribed = this.published.subscribe(subscriber);
    await this.give();
    await subscribed;
    subscriber.collected.ready();
    return subscriber;
  }
}

const SEEDS = Array.from({ length: 30 }, (_, seed) => seed);

test.each(SEEDS)('a subscriber has the list, and hears each later change as the house told it (%i)', async (seed) => {
  const trial = new Trial(seed);
  for (let n = trial.random() * 20; n > 0; n--) trial.change();
  const subscribers = [{ subscriber: await trial.join(), heard: [] as Told[] }];
  for (let n = 0; n < 60; n++) {
    if (trial.random() < 0.1) {
      const subscriber = await trial.join();
      expect(subscriber.collected.list).toEqual(trial.house.list);
      subscribers.push({ subscriber, heard: [] });
    }
    const told = trial.change();
    for (const { heard } of subscribers) heard.push(told);
  }
  for (const { subscriber, heard } of subscribers) {
    expect(subscriber.told).toEqual(heard);
    expect(subscriber.collected.list).toEqual(trial.house.list);
  }
  expect(trial.asked).toEqual([]);
});

test.each(SEEDS)(
  'after changes by another server everybody has the list, and the first event shows the gap (%i)',
  async (seed) => {
    const trial = new Trial(seed);
    for (let n = 0; n < 10; n++) trial.change();
    const subscriber = await trial.join();
    const before = trial.house.list;
    for (let n = trial.random() * 4; n >= 0; n--) trial.house.change();
    trial.change();
    expect({ told: subscriber.told, asked: trial.asked.length }).toEqual({ told: [], asked: 1 });
    // Changes while the list is read come after it.
    const list = trial.house.list;
    const late = trial.change();
    await trial.give(list);
    expect(subscriber.collected.list).toEqual(trial.house.list);
    const isSame = JSON.stringify(before.items) === JSON.stringify(list.items);
    expect(subscriber.told.map(({ data }) => data.revision)).toEqual([
      ...(isSame ? [] : [list.revision]),
      late.data.revision,
    ]);
    expect(subscriber.told.at(-1)).toEqual(late);
  },
);

test('a list that somebody asked for brings everybody up to date', async () => {
  const trial = new Trial(1);
  const subscriber = await trial.join();
  trial.house.change();
  trial.published.take(trial.house.list);
  expect(subscriber.collected.list).toEqual(trial.house.list);
});

test('an older list changes nothing', async () => {
  const trial = new Trial(1);
  const old = trial.house.list;
  const subscriber = await trial.join();
  trial.change();
  trial.published.take(old);
  expect(subscriber.collected.list).toEqual(trial.house.list);
});

test('who has left hears nothing more', async () => {
  const trial = new Trial(1);
  const subscriber = await trial.join();
  trial.published.unsubscribe(subscriber);
  trial.change();
  expect(subscriber.told).toEqual([]);
});

test('who leaves while the list is read does not become a subscriber', async () => {
  const trial = new Trial(1);
  trial.change();
  const subscriber = new TrialSubscriber();
  const subscribed = trial.published.subscribe(subscriber);
  trial.published.unsubscribe(subscriber);
  await trial.give();
  await subscribed;
  trial.change();
  expect(subscriber.collected.list.items).toEqual([]);
});

test('who cannot be given the list is told why, and the next one may ask again', async () => {
  let isBroken = true;
  const house = new RandomHouse(seededRandom(1, 0));
  const published = new PublishedAuction(async () => {
    if (isBroken) throw new Error('no database');
    return house.list;
  });
  await expect(published.subscribe(new TrialSubscriber())).rejects.toThrow('no database');
  isBroken = false;
  const subscriber = new TrialSubscriber();
  await published.subscribe(subscriber);
  expect(subscriber.collected.list).toEqual(house.list);
});
