import { seededRandom } from '../../protocol/random.ts';
import { AuctionRows } from './auction-rows.ts';
import { AuctionTable } from './auction-table.ts';
import { CommandItem, type Told, TrialHouse } from './testing/trial-house.ts';

/** A house, the table that publishes it, and the item that it is published on. */
class Trial {
  readonly random: () => number;
  readonly house: TrialHouse;
  readonly item = new CommandItem();
  readonly table: AuctionTable;
  /** The number of times that the list was asked for and has not been given. */
  wanted = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed, 0);
    this.house = new TrialHouse(this.random);
    this.table = new AuctionTable({
      update: (isSnapshot, row) => this.item.update(isSnapshot, row),
      endOfSnapshot: () => this.item.endOfSnapshot(),
      clearSnapshot: () => this.item.clearSnapshot(),
      read: () => {
        this.wanted++;
      },
    });
  }

  /** Changes the house, and tells the table of it. */
  change(): Told {
    const told = this.house.change();
    this.table.change(told.event, told.data);
    return told;
  }

  give(list = this.house.list): void {
    this.wanted--;
    this.table.list(list);
  }

  /** A client that subscribes now, and what it tells. */
  join(): { rows: AuctionRows; told: Told[] } {
    const told: Told[] = [];
    const rows = new AuctionRows((event, data) => told.push({ event, data } as Told));
    this.item.subscribe(rows);
    return { rows, told };
  }
}

const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

test.each(SEEDS)('a subscriber gets the list, and each later change as the house sent it (%i)', (seed) => {
  const trial = new Trial(seed);
  for (let n = trial.random() * 20; n > 0; n--) trial.change();
  // The list is of some moment between the asking and the answer.
  const list = trial.house.list;
  const late = Array.from({ length: Math.floor(trial.random() * 5) }, () => trial.change());
  const early = trial.join();
  trial.give(list);
  const clients = [{ ...early, heard: late }];
  for (let n = 0; n < 60; n++) {
    if (trial.random() < 0.1) {
      const client = trial.join();
      expect(client.rows.list).toEqual(trial.house.list);
      clients.push({ ...client, heard: [] });
    }
    const told = trial.change();
    for (const { heard } of clients) heard.push(told);
  }
  for (const { rows, told, heard } of clients) {
    expect(told).toEqual(heard);
    expect(rows.list).toEqual(trial.house.list);
  }
  expect(trial.wanted).toBe(0);
});

test.each(SEEDS)(
  'after a change without an event, all clients have the list, and one event shows the gap (%i)',
  (seed) => {
    const trial = new Trial(seed);
    for (let n = 0; n < 10; n++) trial.change();
    trial.give();
    const { rows, told } = trial.join();
    const before = trial.house.list;
    for (let n = trial.random() * 3; n >= 0; n--) trial.house.change();
    trial.change();
    expect({ told, wanted: trial.wanted }).toEqual({ told: [], wanted: 1 });
    trial.give();
    const after = trial.house.list;
    expect(rows.list).toEqual(after);
    const revisions = told.map(({ data }) => data.revision);
    // Something that was added and is gone again has left no difference to tell.
    const isSame = JSON.stringify(before.items) === JSON.stringify(after.items);
    expect(revisions).toEqual(isSame ? [] : [after.revision]);
    told.length = 0;
    const next = trial.change();
    expect(told).toEqual([next]);
  },
);

test('who subscribes while the list comes anew has it when it is whole, and not before', () => {
  const trial = new Trial(1);
  for (let n = 0; n < 10; n++) trial.change();
  trial.give();
  const { update } = trial.item;
  let joined: ReturnType<Trial['join']> | undefined;
  const lists: unknown[] = [];
  trial.item.update = (isSnapshot, row) => {
    lists.push(joined?.rows.list);
    update.call(trial.item, isSnapshot, row);
    joined ??= trial.join();
  };
  trial.house.change();
  trial.change();
  trial.give();
  trial.item.update = update;
  expect(lists.length).toBeGreaterThan(2);
  expect(lists.slice(1)).toEqual(lists.slice(1).map(() => null));
  expect(joined?.rows.list).toEqual(trial.house.list);
  const told = [trial.change(), trial.change()];
  expect(joined?.told).toEqual(told);
});

test('events that the list has already are not sent', () => {
  const trial = new Trial(2);
  const told = [trial.change(), trial.change(), trial.change()];
  trial.give();
  const client = trial.join();
  const { updates } = trial.item;
  for (const { event, data } of told) trial.table.change(event, data);
  expect(trial.item.updates).toBe(updates);
  expect(client.told).toEqual([]);
});

test('a bid or a new item is one update, a removal two', () => {
  const trial = new Trial(3);
  trial.give();
  for (let n = 0; n < 40; n++) {
    const { updates } = trial.item;
    const { event } = trial.change();
    expect(trial.item.updates - updates).toBe(event === 'itemRemoved' ? 2 : 1);
  }
});

test('more changes than are kept while the list is read make it be read once more', () => {
  const trial = new Trial(4);
  const list = trial.house.list;
  for (let n = 0; n < 10_050; n++) trial.change();
  const last = trial.change();
  trial.give(list);
  expect(trial.wanted).toBe(0);
  trial.table.change(last.event, last.data);
  expect(trial.wanted).toBe(1);
  trial.give();
  expect(trial.join().rows.list).toEqual(trial.house.list);
});
