import { enter, FakeVisit, list, notices, settle } from './testing/fake-visit.ts';

let visit: FakeVisit;
let server: FakeVisit['server'];

beforeEach(() => {
  visit = new FakeVisit();
  server = visit.server;
});

describe('on opening', () => {
  test('all items are there without a login, with all there is to know', async () => {
    server.add({ name: 'Lamp', description: 'Bright.', minimumPrice: 1250, addedBy: 'Ann' });
    server.add({ name: 'Vase', leadingBid: 99900, leadingBidder: 'Bob', bids: 3 });
    const house = await visit.open();
    expect(house.connection()).toBe('connected');
    expect(house.transport()).toBe('websocket');
    expect(house.account.user()).toBeNull();
    const [lamp, vase] = house.items();
    expect(lamp).toMatchObject({ name: 'Lamp', description: 'Bright.', minimumPrice: '€12.50', addedBy: 'Ann' });
    expect([lamp!.leadingBid(), lamp!.leadingBidder(), lamp!.bids()]).toEqual([null, null, 0]);
    expect([vase!.leadingBid(), vase!.leadingBidder(), vase!.bids()]).toEqual(['€999.00', 'Bob', 3]);
    expect([lamp!.bidHint(), vase!.bidHint()]).toEqual(['€12.50 or more', 'More than €999.00']);
    expect(notices(house)).toEqual([]);
  });

  test('what happens while the list is on its way is neither missed nor doubled', async () => {
    server.add({ name: 'Lamp' });
    server.held.add('listItems');
    const house = await visit.open();
    expect(house.listed()).toBe(false);
    server.add({ name: 'Vase' });
    server.bid(1, 'Bob', 2000);
    server.release();
    await settle();
    expect(list(house)).toEqual(['Lamp €20.00 1', 'Vase - 0']);
  });
});

describe('what others do', () => {
  test('shows at once, with a notice', async () => {
    const house = await visit.open();
    const { id } = server.add({ name: 'Lamp', addedBy: 'Ann' });
    expect(list(house)).toEqual(['Lamp - 0']);
    expect(notices(house)).toEqual(['Ann added Lamp.']);
    server.bid(id, 'Bob', 2000);
    expect(list(house)).toEqual(['Lamp €20.00 1']);
    expect(notices(house)).toEqual(['Bob bid €20.00 on Lamp.']);
    server.remove(id);
    expect(house.items()).toEqual([]);
    expect(notices(house)).toEqual(['Ann removed Lamp.']);
  });

  test('is told apart from what the user does, and being outbid is said', async () => {
    const house = await visit.open();
    await enter(house, 'Cleo');
    const { id } = server.add({ name: 'Lamp', addedBy: 'Cleo' });
    expect(notices(house)).toContain('You added Lamp.');
    server.bid(id, 'Cleo', 2000);
    expect(notices(house)).toContain('You bid €20.00 on Lamp.');
    expect(house.items()[0]!.leads()).toBe(true);
    expect(house.items()[0]!.outbid()).toBe(false);
    server.bid(id, 'Bob', 2100);
    expect(notices(house)).toContain('Bob outbid you on Lamp with €21.00.');
    expect(house.items()[0]!.leads()).toBe(false);
    // The notice goes, the item still says it.
    server.bid(id, 'Ann', 2200);
    expect(house.items()[0]!.outbid()).toBe(true);
    server.bid(id, 'Cleo', 2300);
    expect(house.items()[0]!.outbid()).toBe(false);
  });

  test('keeps what users wrote apart from the sentence around it', async () => {
    const house = await visit.open();
    server.add({ name: '\u202eLamp', addedBy: '<b>Ann</b>' });
    expect(house.notices.shown()[0]!.parts.filter((part) => part.written)).toEqual([
      { text: '<b>Ann</b>', written: true },
      { text: '\u202eLamp', written: true },
    ]);
  });

  test('fills no screen: at most three notices, one per item, each gone by itself', async () => {
    const house = await visit.open();
    for (let i = 1; i <= 5; i++) server.add({ name: `Item ${i}` });
    for (let i = 1; i <= 50; i++) server.bid(5, 'Bob', 1000 + i);
    expect(notices(house)).toEqual(['Ann added Item 3.', 'Ann added Item 4.', 'Bob bid €10.50 on Item 5.']);
    await visit.pass(10);
    expect(notices(house)).toEqual([]);
  });

  test('marks the item where it happened', async () => {
    server.add({ name: 'Lamp' });
    const house = await visit.open();
    const [lamp] = house.items();
    expect(lamp!.changes()).toBe(0);
    server.bid(1, 'Bob', 2000);
    expect(lamp!.changes()).toBe(1);
  });

  test('brings the whole list when something before it was missed, and loses nothing that comes meanwhile', async () => {
    server.add({ name: 'Lamp' });
    const house = await visit.open();
    server.silent = true;
    server.bid(1, 'Bob', 2000);
    server.silent = false;
    server.held.add('listItems');
    server.add({ name: 'Vase' });
    server.bid(2, 'Bob', 3000);
    server.release();
    await settle();
    expect(list(house)).toEqual(['Lamp €20.00 1', 'Vase €30.00 1']);
    expect(server.sockets).toHaveLength(1);
  });

  test('is not shown when it comes twice', async () => {
    const house = await visit.open();
    const item = server.add({ name: 'Lamp' });
    server.socket.deliver('itemAdded', { revision: server.revision, item });
    expect(list(house)).toEqual(['Lamp - 0']);
  });
});

describe('a lost connection', () => {
  test('is said, and so is its return, with what happened meanwhile', async () => {
    server.add({ name: 'Lamp' });
    server.add({ name: 'Vase' });
    const house = await visit.open();
    await visit.lose();
    expect(house.connection()).toBe('lost');
    expect(house.transport()).toBeNull();
    expect(list(house)).toEqual(['Lamp - 0', 'Vase - 0']);
    server.bid(1, 'Bob', 2000);
    server.bid(1, 'Ann', 2500);
    server.remove(2);
    server.add({ name: 'Rug' });
    await visit.comeBack();
    expect(house.connection()).toBe('connected');
    expect(house.transport()).toBe('websocket');
    expect(list(house)).toEqual(['Lamp €25.00 2', 'Rug - 0']);
    const said = 'Connected again; the list is up to date. Meanwhile: 1 item added, 1 item removed, 2 bids.';
    expect(notices(house)).toEqual([said]);
  });

  test('tells a user what she was outbid on while she was away', async () => {
    server.add({ name: 'Lamp' });
    server.add({ name: 'Vase' });
    const house = await visit.open();
    await enter(house, 'Cleo');
    server.bid(1, 'Cleo', 2000);
    await visit.lose();
    server.bid(1, 'Bob', 2500);
    server.bid(2, 'Bob', 2500);
    await visit.comeBack();
    expect(notices(house)).toContain(
      'Connected again; the list is up to date. Meanwhile: 2 bids. You were outbid on 1 item.',
    );
    expect(house.items()[0]!.outbid()).toBe(true);
  });

  test('leaves the user logged in, and what she was typing where it was', async () => {
    server.add({ name: 'Lamp' });
    const house = await visit.open();
    await enter(house, 'Cleo');
    house.items()[0]!.bidForm.fields.amount.value('15');
    house.adding.form.fields.description.value('half a sentence');
    await visit.lose();
    expect(house.account.user()).toBe('Cleo');
    await visit.comeBack();
    expect(server.socket.user).toBe('Cleo');
    expect(house.items()[0]!.bidForm.fields.amount.value()).toBe('15');
    expect(house.adding.form.fields.description.value()).toBe('half a sentence');
    await house.items()[0]!.bid();
    expect(list(house)).toEqual(['Lamp €15.00 1']);
  });

  test('refuses what cannot be sent with a sentence, and keeps it', async () => {
    server.add({ name: 'Lamp' });
    const house = await visit.open();
    await enter(house, 'Cleo');
    await visit.lose();
    const { bidForm } = house.items()[0]!;
    bidForm.fields.amount.value('15');
    await house.items()[0]!.bid();
    expect(bidForm.problem()).toBe('There is no connection to the server now. Try again soon.');
    expect(bidForm.fields.amount.value()).toBe('15');
  });

  test('while an answer is awaited leaves open whether it was done, and says so', async () => {
    server.add({ name: 'Lamp' });
    const house = await visit.open();
    await enter(house, 'Cleo');
    server.held.add('placeBid');
    const { bidForm } = house.items()[0]!;
    bidForm.fields.amount.value('15');
    const bidding = house.items()[0]!.bid();
    await visit.lose();
    await bidding;
    expect(bidForm.problem()).toMatch(/^The connection was lost before the answer came\./);
    expect(bidForm.busy()).toBe(false);
    await visit.comeBack();
    expect(list(house)).toEqual(['Lamp €15.00 1']);
  });

  test('in the middle of a listing is followed by a listing on the next connection', async () => {
    server.add({ name: 'Lamp' });
    server.held.add('listItems');
    const house = await visit.open();
    await visit.lose();
    server.held.clear();
    server.add({ name: 'Vase' });
    await visit.comeBack();
    server.release();
    await settle();
    server.add({ name: 'Rug' });
    expect(list(house)).toEqual(['Lamp - 0', 'Vase - 0', 'Rug - 0']);
  });

  test('is assumed when the server will not give the list', async () => {
    server.next.set('listItems', { ok: false, code: 'failed', reason: 'Something broke.' });
    server.add({ name: 'Lamp' });
    const house = await visit.open();
    expect(house.connection()).toBe('lost');
    await visit.comeBack();
    expect(list(house)).toEqual(['Lamp - 0']);
  });
});
