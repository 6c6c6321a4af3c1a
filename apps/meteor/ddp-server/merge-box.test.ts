import { seededRandom } from '../../../protocol/random.ts';
import { MergeBox } from './merge-box.ts';

/** The documents of a client, by the messages that it got. */
class Told {
  readonly documents = new Map<string, Record<string, unknown>>();
  messages = 0;

  readonly box = new MergeBox({
    added: (_collection, id, fields) => {
      expect(this.documents.has(id)).toBe(false);
      this.#set(id, fields, []);
    },
    changed: (_collection, id, fields, cleared) => {
      const before = this.documents.get(id)!;
      for (const [name, text] of fields) expect(JSON.parse(text)).not.toEqual(before[name]);
      for (const name of cleared) expect(before).toHaveProperty(name);
      this.#set(id, fields, cleared);
    },
    removed: (_collection, id) => {
      this.messages++;
      expect(this.documents.delete(id)).toBe(true);
    },
  });

  #set(id: string, fields: Map<string, string>, cleared: string[]): void {
    this.messages++;
    const document = { ...this.documents.get(id) };
    for (const [name, text] of fields) document[name] = JSON.parse(text);
    for (const name of cleared) delete document[name];
    this.documents.set(id, document);
  }
}

const IDS = ['a', 'b'];
const NAMES = ['x', 'y', 'z'];
const SUBSCRIPTIONS = ['1', '2', '3'];

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'a client has the union of what its subscriptions publish, whatever they do (%i)',
  (seed) => {
    const random = seededRandom(seed, 0);
    const one = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!;
    const told = new Told();
    /** The fields of each document, per subscription. */
    const published = new Map(SUBSCRIPTIONS.map((name) => [name, new Map<string, Record<string, unknown>>()]));
    for (let n = 0; n < 200; n++) {
      const subscription = one(SUBSCRIPTIONS);
      const own = published.get(subscription)!;
      const id = one(IDS);
      const fields = { [one(NAMES)]: Math.floor(random() * 3) };
      const cleared = { [one(NAMES)]: undefined };
      if (!own.has(id)) {
        told.box.added(subscription, 'things', id, fields);
        own.set(id, fields);
      } else if (random() < 0.6) {
        told.box.changed(subscription, 'things', id, { ...fields, ...cleared });
        own.set(id, JSON.parse(JSON.stringify({ ...own.get(id), ...fields, ...cleared })));
      } else if (random() < 0.7) {
        told.box.removed(subscription, 'things', id);
        own.delete(id);
      } else {
        told.box.ended(subscription);
        own.clear();
      }
      for (const document of IDS) {
        const all = [...published.values()].flatMap((documents) => {
          const said = documents.get(document);
          return said === undefined ? [] : [said];
        });
        const seen = told.documents.get(document);
        expect(seen === undefined).toBe(all.length === 0);
        const names = new Set(all.flatMap((said) => Object.keys(said)));
        expect(new Set(Object.keys(seen ?? {}))).toEqual(names);
        for (const name of names) expect(all.map((said) => said[name])).toContain(seen![name]);
      }
    }
  },
);

test('what is as it was is not said', () => {
  const client = new Told();
  client.box.added('1', 'things', 'a', { x: new Date(5), y: { z: [1] } });
  client.box.changed('1', 'things', 'a', { x: new Date(5), y: { z: [1] } });
  client.box.added('2', 'things', 'a', { y: { z: [1] } });
  client.box.ended('2');
  expect(client.messages).toBe(1);
});

test('a subscription cannot change or remove what it has not added', () => {
  const { box } = new Told();
  box.added('1', 'things', 'a', {});
  expect(() => box.changed('2', 'things', 'a', {})).toThrow('has not added a to things');
  expect(() => box.removed('1', 'things', 'b')).toThrow('has not added b to things');
});

test('nothing is kept of what is gone', () => {
  const { box } = new Told();
  box.added('1', 'things', 'a', { x: 1 });
  box.added('2', 'others', 'b', { x: 1 });
  box.ended('1');
  box.ended('2');
  expect(box.size).toBe(0);
});
