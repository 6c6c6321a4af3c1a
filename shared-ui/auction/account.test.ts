import { loginStore } from './login-store.ts';
import { enter, FakeVisit, notices, settle } from './testing/fake-visit.ts';

let visit: FakeVisit;

beforeEach(() => {
  visit = new FakeVisit();
});

test('a new user registers and is logged in', async () => {
  const house = await visit.open();
  await enter(house, 'Ann');
  expect(house.account.user()).toBe('Ann');
  expect(notices(house)).toEqual(['Welcome, Ann.']);
  expect(house.account.form.fields.password.value()).toBe('');
});

test('a user logs out and in again', async () => {
  const house = await visit.open();
  await enter(house, 'Ann');
  await house.account.logOut();
  expect(house.account.user()).toBeNull();
  expect(visit.server.socket.user).toBeNull();
  await enter(house, 'Ann', 'logIn');
  expect(house.account.user()).toBe('Ann');
  expect(notices(house)).toEqual(['You are logged in as Ann.']);
});

test('a login survives a reload of the page, and a logout too', async () => {
  const before = await visit.open();
  await enter(before, 'Ann');
  const after = await visit.open();
  expect(after.account.user()).toBe('Ann');
  await after.account.logOut();
  expect((await visit.open()).account.user()).toBeNull();
  expect(visit.kept.size).toBe(0);
});

test('a login that has expired is over, and said to be', async () => {
  const house = await visit.open();
  await enter(house, 'Ann');
  visit.server.tokens.clear();
  await visit.lose();
  await visit.comeBack();
  expect(house.connection()).toBe('connected');
  expect(house.account.user()).toBeNull();
  expect(house.account.form.problem()).toBe('Your login has expired. Please log in again.');
  expect(visit.kept.size).toBe(0);
});

test('a login that ends in the middle of a visit is over, and said to be', async () => {
  visit.server.add();
  const house = await visit.open();
  await enter(house, 'Ann');
  visit.server.socket.user = null;
  house.items()[0]!.bidForm.fields.amount.value('15');
  await house.items()[0]!.bid();
  expect(house.account.user()).toBeNull();
  expect(house.account.form.problem()).toBe('Your login has expired. Please log in again.');
});

test('a server too busy to check a login is asked again, and the login is not given up', async () => {
  const house = await visit.open();
  await enter(house, 'Ann');
  await visit.lose();
  visit.server.next.set('logIn', { ok: false, code: 'too-many', reason: 'Wait.' });
  await visit.comeBack();
  expect(house.connection()).toBe('lost');
  await visit.comeBack();
  expect(house.connection()).toBe('connected');
  expect(house.account.user()).toBe('Ann');
});

test('a user who logs out without a connection stays logged out', async () => {
  const house = await visit.open();
  await enter(house, 'Ann');
  await visit.lose();
  await house.account.logOut();
  await visit.comeBack();
  expect(house.account.user()).toBeNull();
  expect(visit.server.socket.user).toBeNull();
});

test.each([
  ['', 'correct horse', 'name', 'Enter your name.'],
  ['Ann', '', 'password', 'Enter your password.'],
  ['Ann', 'short', 'password', 'Choose a password of at least 8 characters.'],
  ['Bob', 'correct horse', 'name', 'Somebody has that name.'],
] as const)('registering "%s" with "%s" is refused beside the %s', async (name, password, field, reason) => {
  visit.server.passwords.set('Bob', 'another one');
  const house = await visit.open();
  const { fields } = house.account.form;
  let wanted = 0;
  fields[field].wanted.subscribe(() => wanted++);
  fields.name.value(name);
  fields.password.value(password);
  await house.account.register();
  expect(fields[field].problem()).toBe(reason);
  expect(wanted).toBe(1);
  expect(house.account.user()).toBeNull();
});

test('a wrong password is refused, and the complaint goes when it is changed', async () => {
  visit.server.passwords.set('Ann', 'another one');
  const house = await visit.open();
  await enter(house, 'Ann', 'logIn');
  const { password } = house.account.form.fields;
  expect(password.problem()).toBe('Not right.');
  password.value('another one');
  expect(password.problem()).toBeNull();
});

test('a form that is being sent is not sent again', async () => {
  const house = await visit.open();
  visit.server.held.add('register');
  const sending = [enter(house, 'Ann'), enter(house, 'Ann')];
  await settle();
  expect(house.account.form.busy()).toBe(true);
  visit.server.release();
  await Promise.all(sending);
  expect(visit.server.socket.requests.filter(({ event }) => event === 'register')).toHaveLength(1);
  expect(house.account.user()).toBe('Ann');
});

test('a login is kept in memory where the browser allows no storage', () => {
  const store = loginStore(() => {
    throw new Error('switched off');
  });
  expect(store.get()).toBeNull();
  store.set('token');
  expect(store.get()).toBe('token');
  store.clear();
  expect(store.get()).toBeNull();
});
