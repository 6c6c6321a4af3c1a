/** A client's subscription: a group of items with a schema of fields, in one mode. */
import type { AdapterSet, ItemData, Mode, TableInfo, UserItemData } from '../adapters.ts';
import { CONTROL, Refused } from './errors.ts';
import { type Dispatch, ItemSubscription } from './item-subscription.ts';
import type { Items } from './items.ts';
import type { Limits } from './limits.ts';
import { decimalText, line } from './lines.ts';
import { decimal, integer, MalformedRequest, type Params, quote, required } from './params.ts';
import type { Subscriber } from './subscriber.ts';

const MODES: readonly Mode[] = ['RAW', 'MERGE', 'DISTINCT', 'COMMAND'];
/** The data adapter of every Adapter Set here. */
const DATA_ADAPTER = 'DEFAULT';

/** What a subscription request says. */
export interface Wish {
  id: number;
  group: string;
  schema: string;
  mode: Mode;
  /** Updates per second; Infinity: no limit. */
  frequency: number;
  unfiltered: boolean;
  bufferSize: number;
  snapshot: boolean | number;
}

export interface Subscription {
  readonly wish: Wish;
  readonly names: readonly string[];
  readonly items: readonly ItemSubscription[];
  readonly table: TableInfo;
  /** The most updates per second that the adapters allow each item. */
  readonly allowed: readonly number[];
  /** How many events a DISTINCT snapshot of each item holds. */
  readonly snapshotLengths: readonly number[];
}

/** Reads a subscription request; throws {@link MalformedRequest} or {@link Refused}. */
export function readWish(params: Params): Wish {
  required(params, 'LS_subId');
  const id = integer(params, 'LS_subId', 0);
  if (params.has('LS_selector')) throw new Refused(CONTROL.badSelector, 'Bad Item Selector name');
  const adapter = params.get('LS_data_adapter') ?? DATA_ADAPTER;
  if (adapter !== DATA_ADAPTER) throw new Refused(CONTROL.noDataAdapter, 'Bad Data Adapter name');
  const mode = MODES.find((each) => each === required(params, 'LS_mode'));
  if (mode === undefined) throw new MalformedRequest(`LS_mode must be one of ${MODES.join(', ')}`);
  const frequency = mode === 'RAW' ? null : decimal(params, 'LS_requested_max_frequency', ['unlimited', 'unfiltered']);
  const buffer = decimal(params, 'LS_requested_buffer_size', ['unlimited']);
  return {
    id,
    group: required(params, 'LS_group'),
    schema: required(params, 'LS_schema'),
    mode,
    frequency: typeof frequency === 'number' ? frequency : Number.POSITIVE_INFINITY,
    unfiltered: mode === 'RAW' || frequency === 'unfiltered',
    // What holds when nothing is asked for: the newest values, or every event.
    bufferSize:
      mode === 'DISTINCT' || mode === 'MERGE'
        ? ((buffer === 'unlimited' ? Number.POSITIVE_INFINITY : buffer) ??
          (mode === 'MERGE' ? 1 : Number.POSITIVE_INFINITY))
        : 1,
    snapshot: readSnapshot(params.get('LS_snapshot'), mode),
  };
}

function readSnapshot(text: string | undefined, mode: Mode): boolean | number {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return mode !== 'RAW';
  if (mode === 'DISTINCT' && /^\d{1,9}$/.test(text)) return Number(text);
  throw new MalformedRequest(`LS_snapshot must be true or false, or in DISTINCT mode a number, not ${quote(text)}`);
}

/** Asks the adapters, and makes the subscription. Nothing is sent yet: see {@link start}. */
export async function makeSubscription(
  wish: Wish,
  session: Subscriber,
  adapters: AdapterSet,
  items: Items,
  limits: Limits,
): Promise<Subscription> {
  const { metadata } = adapters;
  const names = await metadata.getItems(session.user, session.id, wish.group);
  const fields = await metadata.getSchema(session.user, session.id, wish.group, wish.schema);
  if (names.length === 0 || names.length > limits.items) throw new Refused(CONTROL.badGroup, 'Bad Item Group name');
  if (fields.length === 0 || fields.length > limits.fields)
    throw new Refused(CONTROL.badSchema, 'Bad Field schema name');
  if (wish.mode === 'COMMAND') {
    if (!fields.includes('key')) throw new Refused(CONTROL.noKeyField, 'No key field in the schema of a COMMAND item');
    if (!fields.includes('command'))
      throw new Refused(CONTROL.noCommandField, 'No command field in the schema of a COMMAND item');
  }
  const data = await metadata.getItemData(names);
  const userData = await metadata.getUserItemData(session.user, names);
  for (const [at, name] of names.entries()) checkItem(wish, items.get(name)?.mode ?? null, data[at], userData[at]);
  const table: TableInfo = {
    winIndex: wish.id,
    mode: wish.mode,
    group: wish.group,
    schema: wish.schema,
    firstItem: 1,
    lastItem: names.length,
    selector: null,
  };
  if (session.wantsTables) await metadata.notifyNewTables(session.user, session.id, [table]);
  const allowed = userData.map(({ allowedMaxFrequency }) => allowedMaxFrequency || Number.POSITIVE_INFINITY);
  return {
    wish,
    names,
    table,
    allowed,
    snapshotLengths: data.map(({ distinctSnapshotLength }) => distinctSnapshotLength),
    items: names.map((_, at) => {
      const dispatch: Dispatch = {
        mode: wish.mode,
        unfiltered: wish.unfiltered,
        frequency: Math.min(wish.frequency, allowed[at]!),
        bufferSize: Math.max(1, Math.min(wish.bufferSize, userData[at]!.allowedBufferSize || Number.POSITIVE_INFINITY)),
        snapshot:
          typeof wish.snapshot === 'number' ? Math.min(wish.snapshot, data[at]!.distinctSnapshotLength) : wish.snapshot,
      };
      return new ItemSubscription({ subscription: wish.id, item: at + 1 }, fields, dispatch, session);
    }),
  };
}

function checkItem(
  wish: Wish,
  mode: Mode | null,
  data: ItemData | undefined,
  userData: UserItemData | undefined,
): void {
  if (data === undefined || userData === undefined)
    throw new Refused(CONTROL.adapterError, 'The Metadata Adapter left an item out');
  const allowed = data.allowedModes.includes(wish.mode) && userData.allowedModes.includes(wish.mode);
  const clashes = wish.mode !== 'RAW' && mode !== null && mode !== wish.mode;
  if (!allowed || clashes) throw new Refused(CONTROL.modeNotAllowed, 'Subscription mode not allowed for an Item');
  if (wish.mode === 'RAW' || !wish.unfiltered) return;
  if (userData.allowedMaxFrequency > 0)
    throw new Refused(CONTROL.frequencyLimited, 'Unfiltered dispatching not allowed for an Item');
  if (data.minSourceFrequency > 0)
    throw new Refused(CONTROL.prefiltered, 'Unfiltered dispatching not supported for an Item');
}

/** Tells the client of its subscription, and joins it to its items. */
export function start(subscription: Subscription, session: Subscriber, items: Items): void {
  const { wish, names } = subscription;
  const fields = subscription.items[0]!.fields;
  const numbers = [wish.id, names.length, fields.length];
  session.note(
    wish.mode === 'COMMAND'
      ? line('SUBCMD', ...numbers, fields.indexOf('key') + 1, fields.indexOf('command') + 1)
      : line('SUBOK', ...numbers),
    true,
  );
  session.note(configurationLine(subscription), true);
  for (const [at, name] of names.entries())
    items.join(name, subscription.items[at]!, session, subscription.snapshotLengths[at]!);
  session.flush();
}

/** What the client may count on: the highest frequency among the items. */
export function configurationLine({ wish, items }: Subscription): string {
  const frequency =
    wish.mode === 'RAW' ? Number.POSITIVE_INFINITY : Math.max(...items.map(({ dispatch }) => dispatch.frequency));
  const text = frequency === Number.POSITIVE_INFINITY ? 'unlimited' : decimalText(frequency);
  // Nothing of RAW is ever filtered, and yet that is not what is said of it.
  return line('CONF', wish.id, text, wish.unfiltered && wish.mode !== 'RAW' ? 'unfiltered' : 'filtered');
}

/** Changes the highest frequency of a subscription. */
export function reconfigure(subscription: Subscription, session: Subscriber, params: Params): void {
  const frequency = decimal(params, 'LS_requested_max_frequency', ['unlimited']);
  if (frequency !== null && subscription.wish.mode !== 'RAW') {
    if (subscription.wish.unfiltered) {
      throw new Refused(CONTROL.unfilteredAlready, 'Frequency not changeable: the subscription is unfiltered');
    }
    const wanted = frequency === 'unlimited' ? Number.POSITIVE_INFINITY : frequency;
    for (const [at, item] of subscription.items.entries())
      item.reconfigure(Math.min(wanted, subscription.allowed[at]!));
  }
  session.note(configurationLine(subscription), true);
  session.flush();
}

/** Takes the client off its items and forgets what waits. `UNSUB` is the last the client hears of it. */
export function stop(subscription: Subscription, session: Subscriber, items: Items): void {
  for (const [at, name] of subscription.names.entries()) {
    const item = subscription.items[at]!;
    items.leave(name, item);
    session.forget(item);
  }
}
