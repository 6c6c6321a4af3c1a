/** The data of each request, checked: everything a client sends is hostile. Only fields of the data's own count. */
import { LIMITS, type RequestName, type Requests } from '../../../shared-ui/auction/contract.ts';
import { formatMoney } from '../../../shared-ui/auction/money.ts';
import { isFields } from '../fault.ts';
import { nameKey } from './name-key.ts';
import { Refusal } from './refusal.ts';
import { nameText, paragraphs, passwordText } from './text.ts';

type Type = 'string' | 'number';

function own(data: unknown, field: string, called: string, type: Type): unknown {
  if (!isFields(data)) throw new Refusal('wrong-type', 'The data of a request is a JSON object.');
  // A null is what many serialisers write for a field that is not there.
  if (!Object.hasOwn(data, field) || data[field] === undefined || data[field] === null) {
    throw new Refusal('missing-field', `${called} is missing.`, field);
  }
  const value = data[field];
  if (typeof value !== type) throw new Refusal('wrong-type', `${called} must be a ${type}.`, field);
  return value;
}

const text = (data: unknown, field: string, called: string): string => own(data, field, called, 'string') as string;

/** A whole number of cents that an item can cost. */
function cents(data: unknown, field: string, called: string): number {
  const value = own(data, field, called, 'number') as number;
  if (!Number.isInteger(value)) throw new Refusal('invalid', `${called} is a whole number of cents.`, field);
  if (value < 1) throw new Refusal('invalid', `${called} is at least ${formatMoney(1)}.`, field);
  if (value > LIMITS.price) throw new Refusal('invalid', `${called} is at most ${formatMoney(LIMITS.price)}.`, field);
  return value;
}

function itemId(data: unknown): number {
  const value = own(data, 'itemId', 'The item', 'number') as number;
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Refusal('invalid', 'The number of an item is a whole number, 1 or more.', 'itemId');
}

const NAME = { field: 'name', called: 'A name', most: LIMITS.userName };
const PASSWORD = { field: 'password', called: 'A password', most: LIMITS.password, least: LIMITS.passwordLeast };
const ITEM_NAME = { field: 'name', called: 'The name of an item', most: LIMITS.itemName };
const DESCRIPTION = { field: 'description', called: 'A description', most: LIMITS.description };
/** Longer than any token; only to keep what is hashed short. */
const TOKEN_LIMIT = 200;

export function readRegister(data: unknown): { name: string; key: string; password: string } {
  const name = nameText(text(data, 'name', NAME.called), NAME);
  const password = passwordText(text(data, 'password', PASSWORD.called), PASSWORD);
  return { name, key: nameKey(name), password };
}

export function readLogIn(data: unknown): { token: string } | { key: string; password: string } {
  if (isFields(data) && Object.hasOwn(data, 'token')) {
    const token = text(data, 'token', 'The token');
    if (token.length > TOKEN_LIMIT) throw new Refusal('too-long', 'That is no token of this house.', 'token');
    return { token };
  }
  const name = nameText(text(data, 'name', NAME.called), NAME);
  // Too short a password is a wrong one; that it cannot be right is no news to an owner, and none for others.
  const password = passwordText(text(data, 'password', PASSWORD.called), { ...PASSWORD, least: 1 });
  return { key: nameKey(name), password };
}

export function readAddItem(data: unknown): Requests['addItem']['data'] {
  return {
    name: nameText(text(data, 'name', ITEM_NAME.called), ITEM_NAME),
    description: paragraphs(text(data, 'description', DESCRIPTION.called), DESCRIPTION),
    minimumPrice: cents(data, 'minimumPrice', 'The minimum price'),
  };
}

export function readRemoveItem(data: unknown): Requests['removeItem']['data'] {
  return { itemId: itemId(data) };
}

export function readPlaceBid(data: unknown): Requests['placeBid']['data'] {
  return { itemId: itemId(data), amount: cents(data, 'amount', 'A bid') };
}

/** `logOut` and `listItems` have no fields, but their data is an object as well. */
export function readNothing(data: unknown): void {
  if (!isFields(data)) throw new Refusal('wrong-type', 'The data of a request is a JSON object.');
}

const NAMES: readonly RequestName[] = ['register', 'logIn', 'logOut', 'listItems', 'addItem', 'removeItem', 'placeBid'];

export function isRequestName(name: string): name is RequestName {
  return (NAMES as readonly string[]).includes(name);
}
