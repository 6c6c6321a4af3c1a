import type { AuctionHouse } from './auction-house.ts';
import { enter, FakeVisit, list, settle } from './testing/fake-visit.ts';

let visit: FakeVisit;
let house: AuctionHouse;

beforeEach(async () => {
  visit = new FakeVisit();
  house = await visit.open();
  await enter(house, 'Cleo');
});

const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    house.adding.form.fields[name as 'name'].value(value);
  }
};
const asked = (event: string) => visit.server.socket.requests.filter((request) => request.event === event);

test('an item is added with its price in cents, and the form is ready for the next', async () => {
  fill({ name: 'Lamp', description: 'Bright.', minimumPrice: '1 234,5' });
  await house.adding.add();
  expect(asked('addItem')[0]!.data).toEqual({ name: 'Lamp', description: 'Bright.', minimumPrice: 123450 });
  expect(house.items()[0]).toMatchObject({ name: 'Lamp', addedBy: 'Cleo', minimumPrice: '€1,234.50' });
  expect(house.items()[0]!.isMine()).toBe(true);
  expect(house.adding.form.fields.name.value()).toBe('');
});

test('what is typed while an item is being added is kept for the next', async () => {
  fill({ name: 'Lamp', minimumPrice: '1' });
  visit.server.held.add('addItem');
  const adding = house.adding.add();
  fill({ name: 'Vase' });
  visit.server.release();
  await adding;
  expect(house.adding.form.fields.name.value()).toBe('Vase');
  expect(house.adding.form.fields.minimumPrice.value()).toBe('');
});

test.each([
  [{ name: ' ', minimumPrice: '1' }, 'name', 'Give the item a name.'],
  [{ name: 'Lamp', minimumPrice: '' }, 'minimumPrice', 'Enter an amount.'],
  [{ name: 'Lamp', minimumPrice: '1.234' }, 'minimumPrice', /two decimals at most/],
] as const)('%j is refused beside the field without asking the server', async (values, field, reason) => {
  fill(values);
  await house.adding.add();
  const problem = house.adding.form.fields[field].problem();
  expect(problem).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  expect(asked('addItem')).toHaveLength(0);
});

test("the server's refusal stands beside the field it names, and what was typed stays", async () => {
  const reply = { ok: false as const, code: 'too-long', reason: 'That is too long.', field: 'description' };
  visit.server.next.set('addItem', reply);
  fill({ name: 'Lamp', description: 'x', minimumPrice: '1' });
  await house.adding.add();
  expect(house.adding.form.fields.description.problem()).toBe('That is too long.');
  expect(house.adding.form.problem()).toBeNull();
  expect(house.adding.form.fields.name.value()).toBe('Lamp');
});

test.each([undefined, 'nonsense', '__proto__', 'constructor', 7])(
  'a refusal that names the field %p stands by the form',
  async (field) => {
    const reply = { ok: false as const, code: 'too-many', reason: 'Too many requests.', field };
    visit.server.next.set('addItem', reply);
    fill({ name: 'Lamp', minimumPrice: '1' });
    await house.adding.add();
    expect(house.adding.form.problem()).toBe('Too many requests.');
  },
);

test('a bid is placed on an own item as on any other', async () => {
  visit.server.add({ name: 'Lamp', addedBy: 'Cleo' });
  visit.server.add({ name: 'Vase', addedBy: 'Bob', leadingBid: 1500, leadingBidder: 'Bob', bids: 1 });
  for (const item of house.items()) {
    item.bidForm.fields.amount.value('15.01');
    await item.bid();
    expect(item.bidForm.fields.amount.value()).toBe('');
  }
  expect(list(house)).toEqual(['Lamp €15.01 1', 'Vase €15.01 2']);
});

test('a bid that is too low is refused beside the field', async () => {
  visit.server.add({ name: 'Lamp', leadingBid: 1500, leadingBidder: 'Bob', bids: 1 });
  const [lamp] = house.items();
  lamp!.bidForm.fields.amount.value('15');
  await lamp!.bid();
  expect(lamp!.bidForm.fields.amount.problem()).toBe('That is not enough.');
});

test('a bid is placed once, however often it is submitted', async () => {
  visit.server.add({ name: 'Lamp' });
  const [lamp] = house.items();
  visit.server.held.add('placeBid');
  lamp!.bidForm.fields.amount.value('15');
  const bids = [lamp!.bid(), lamp!.bid(), lamp!.bid()];
  await settle();
  visit.server.release();
  await Promise.all(bids);
  expect(asked('placeBid')).toHaveLength(1);
});

test('everybody may hear of a bid before its reply is here: what is typed meanwhile is not sent, and stays', async () => {
  visit.server.add({ name: 'Lamp' });
  const [lamp] = house.items();
  visit.server.held.add('placeBid');
  lamp!.bidForm.fields.amount.value('15');
  const bidding = lamp!.bid();
  await settle();
  expect(list(house)).toEqual(['Lamp €15.00 1']);
  expect(lamp!.bidForm.busy()).toBe(true);
  lamp!.bidForm.fields.amount.value('16');
  await lamp!.bid();
  visit.server.release();
  await bidding;
  expect(asked('placeBid')).toHaveLength(1);
  expect(lamp!.bidForm.fields.amount.value()).toBe('16');
  expect(lamp!.bidForm.busy()).toBe(false);
});

test('an own item is removed after asking, and only then', async () => {
  visit.server.add({ name: 'Lamp', addedBy: 'Cleo' });
  const [lamp] = house.items();
  lamp!.askToRemove();
  expect(lamp!.removing()).toBe(true);
  lamp!.keep();
  expect(lamp!.removing()).toBe(false);
  expect(asked('removeItem')).toHaveLength(0);
  lamp!.askToRemove();
  await lamp!.remove();
  expect(house.items()).toHaveLength(0);
});

test("a refused removal says why, and another's item is not the user's to remove", async () => {
  visit.server.add({ name: 'Vase', addedBy: 'Bob' });
  const [vase] = house.items();
  expect(vase!.isMine()).toBe(false);
  vase!.askToRemove();
  await vase!.remove();
  expect(vase!.removal.problem()).toBe('It is not yours.');
  expect(vase!.removing()).toBe(false);
});
