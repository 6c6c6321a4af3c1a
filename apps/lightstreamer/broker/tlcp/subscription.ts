/** A client's subscription: a group of items with a schema of fields, in one mode. */
import type { AdapterSet, ItemData, Mode, TableInfo, UserItemData } from '../adapters.ts';
import { Refused } from './errors.ts';
import { ItemSubscription, type Subscription, type Wish } from './item-subscription.ts';
import type { Items } from './items.ts';
import type { Limits } from './limits.ts';
import { decimalText, line } from './lines.ts';
import { decimal, integer, MalformedRequest, type Params, quote, required } from './params.ts';
import type { Session } from './session.ts';

const MODES: readonly Mode[] = ['RAW', 'MERGE', 'DISTINCT', 'COMMAND'];
/** The data adapter of every Adapter Set here. */
const DATA_ADAPTER = 'DEFAULT';

/** Reads a subscription request; throws {@link MalformedRequest} or {@link Refused}. */
export function readWish(params: Params): Wish {
  required(params, 'LS_subId');
  const id = integer(params, 'LS_subId', 0);
  if (params.has('LS_selector')) throw new Refused(25, 'Bad Item Selector name');
  const adapter = params.get('LS_data_adapter') ?? DATA_ADAPTER;
  if (adapter !== DATA_ADAPTER) throw new Refused(17, 'Bad Data Adapter name');
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
    // By default: the newest values, or every event.
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
  session: Session,
  adapters: AdapterSet,
  items: Items,
  limits: Limits,
): Promise<Subscription> {
  const { metadata } = adapters;
  const names = await metadata.getItems(session.user, session.id, wish.group);
  const fields = await metadata.getSchema(session.user, session.id, wish.group, wish.schema);
  if (names.length === 0 || names.length > limits.items) throw new Refused(21, 'Bad Item Group name');
  if (fields.length === 0 || fields.length > limits.fields) throw new Refused(23, 'Bad Field schema name');
  if (wish.mode === 'COMMAND') {
    if (!fields.includes('key')) throw new Refused(15, 'No key field in the schema of a COMMAND item');
    if (!fields.includes('command')) throw new Refused(16, 'No command field in the schema of a COMMAND item');
  }
  const data = await metadata.getItemData(names);
  const userData = await metadata.getUserItemData(session.user, names);
  for (const [at, name] of names.entries()) checkItem(wish, items.get(name)?.mode ?? null, data[at]!, userData[at]!);
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
  const { id, mode, unfiltered } = wish;
  const subscribed = names.map((name, at) => {
    const { distinctSnapshotLength: snapshotLength } = data[at]!;
    const { allowedMaxFrequency, allowedBufferSize } = userData[at]!;
    const allowedFrequency = allowedMaxFrequency || Number.POSITIVE_INFINITY;
    const frequency = Math.min(wish.frequency, allowedFrequency);
    const bufferSize = Math.max(1, Math.min(wish.bufferSize, allowedBufferSize || Number.POSITIVE_INFINITY));
    const snapshot = typeof wish.snapshot === 'number' ? Math.min(wish.snapshot, snapshotLength) : wish.snapshot;
    const dispatch = { name, mode, unfiltered, frequency, allowedFrequency, bufferSize, snapshot, snapshotLength };
    return new ItemSubscription({ subscription: id, item: at + 1 }, fields, dispatch, session);
  });
  return { wish, table, items: subscribed };
}

/** @param mode that the item is subscribed in, other than RAW */
function checkItem(wish: Wish, mode: Mode | null, data: ItemData, userData: UserItemData): void {
  const allowed = data.allowedModes.includes(wish.mode) && userData.allowedModes.includes(wish.mode);
  const clashes = wish.mode !== 'RAW' && mode !== null && mode !== wish.mode;
  if (!allowed || clashes) throw new Refused(24, 'Subscription mode not allowed for an Item');
  if (wish.mode === 'RAW' || !wish.unfiltered) return;
  if (userData.allowedMaxFrequency > 0) throw new Refused(26, 'Unfiltered dispatching not allowed for an Item');
  if (data.minSourceFrequency > 0) throw new Refused(27, 'Unfiltered dispatching not supported for an Item');
}

/** Confirms the subscription to the client, and joins it to its items. */
export function start(subscription: Subscription, session: Session, items: Items): void {
  const { wish } = subscription;
  const { fields } = subscription.items[0]!;
  const numbers = [wish.id, subscription.items.length, fields.length];
  const confirmation =
    wish.mode === 'COMMAND'
      ? line('SUBCMD', ...numbers, fields.indexOf('key') + 1, fields.indexOf('command') + 1)
      : line('SUBOK', ...numbers);
  session.outbox.note(confirmation);
  session.outbox.note(configurationLine(subscription));
  for (const item of subscription.items) items.join(item);
  session.flush();
}

/** The highest frequency among the items, for the client. */
function configurationLine({ wish, items }: Subscription): string {
  const frequency =
    wish.mode === 'RAW' ? Number.POSITIVE_INFINITY : Math.max(...items.map(({ dispatch }) => dispatch.frequency));
  const text = frequency === Number.POSITIVE_INFINITY ? 'unlimited' : decimalText(frequency);
  // RAW is never filtered; a real broker reports it as filtered.
  return line('CONF', wish.id, text, wish.unfiltered && wish.mode !== 'RAW' ? 'unfiltered' : 'filtered');
}

/** Changes the highest frequency of a subscription. */
export function reconfigure(subscription: Subscription, session: Session, params: Params): void {
  const frequency = decimal(params, 'LS_requested_max_frequency', ['unlimited']);
  if (frequency !== null && subscription.wish.mode !== 'RAW') {
    if (subscription.wish.unfiltered) {
      throw new Refused(13, 'Frequency not changeable: the subscription is unfiltered');
    }
    const wanted = frequency === 'unlimited' ? Number.POSITIVE_INFINITY : frequency;
    for (const item of subscription.items) item.reconfigure(wanted);
  }
  session.outbox.note(configurationLine(subscription));
  session.flush();
}

/** Removes the client from its items and forgets what waits. `UNSUB` is the last notification about it. */
export function stop(subscription: Subscription, session: Session, items: Items): void {
  for (const item of subscription.items) {
    items.leave(item);
    session.outbox.forget(item);
  }
}
