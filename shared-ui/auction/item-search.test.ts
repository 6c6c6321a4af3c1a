import ko from 'knockout';
import { ItemSearch } from './item-search.ts';

const item = (name: string, description = '', addedBy = 'Ann') => ({ name, description, addedBy });
const ITEMS = [
  item('Café clock', 'runs late'),
  item('Lamp', 'of brass', 'Bob'),
  ...Array.from({ length: 30 }, (_, i) => item(`Thing ${i}`)),
];

function search(text: string, items = ITEMS) {
  const all = ko.observableArray(items);
  const it = new ItemSearch(all);
  it.text(text);
  return { it, all, names: () => it.found().map(({ name }) => name) };
}

test.each([
  ['cafe', ['Café clock']],
  ['CLOCK  late', ['Café clock']],
  ['brass bob', ['Lamp']],
  ['thing 29', ['Thing 29']],
  ['nowhere', []],
])('%s finds items by name, description and owner', (text, names) => {
  expect(search(text).names()).toEqual(names);
});

test('all are found by nothing, and those that are added later too', () => {
  const { it, all } = search(' ');
  expect(it.found()).toHaveLength(ITEMS.length);
  all.push(item('Vase'));
  expect(it.count()).toBe('33');
  it.text('vase');
  expect(it.count()).toBe('1 of 33');
});

test('it is offered where there are many items, and stays as long as it hides some', () => {
  const few = ITEMS.slice(0, 3);
  expect(search('', few).it.offered()).toBe(false);
  expect(search('', ITEMS).it.offered()).toBe(true);
  const { it } = search('nowhere', few);
  expect([it.offered(), it.foundNothing()]).toEqual([true, true]);
});
