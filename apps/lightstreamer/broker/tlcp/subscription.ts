/** A client's subscription: a group of items with a schema of fields, in one mode. */
import type { AdapterSet } from '../adapters.ts';
import { MalformedRequest, Refused } from './errors.ts';
import { ItemSubscription, type Items, type SubscriptionRequest } from './items.ts';
import { line } from './lines.ts';
import { flag, integer, type Params, required } from './params.ts';
import type { Session } from './session.ts';

/** The data adapter of every Adapter Set here. */
const DATA_ADAPTER = 'DEFAULT';

/** Reads a subscription request. @throws Refused */
export function readSubscriptionRequest(params: Params): SubscriptionRequest {
  required(params, 'LS_subId');
  const id = integer(params, 'LS_subId', 0);
  if (params.has('LS_selector')) throw new Refused(25, 'Bad Item Selector name');
  if ((params.get('LS_data_adapter') ?? DATA_ADAPTER) !== DATA_ADAPTER) throw new Refused(17, 'Bad Data Adapter name');
  const mode = required(params, 'LS_mode');
  if (mode === 'MERGE' || mode === 'DISTINCT') throw new Refused(24, 'Subscription mode not allowed for an Item');
  if (mode !== 'RAW' && mode !== 'COMMAND') throw new MalformedRequest('LS_mode must be RAW or COMMAND');
  if (mode === 'COMMAND' && params.get('LS_requested_max_frequency') !== 'unfiltered') {
    throw new MalformedRequest(
      'LS_requested_max_frequency must be unfiltered in COMMAND mode: nothing is filtered here',
    );
  }
  const snapshot = flag(params, 'LS_snapshot', false) && mode === 'COMMAND';
  return { id, group: required(params, 'LS_group'), schema: required(params, 'LS_schema'), mode, snapshot };
}

/** Asks the metadata adapter for the items. Nothing is sent yet: see {@link start}. */
export async function makeSubscription(
  request: SubscriptionRequest,
  session: Session,
  { metadata }: AdapterSet,
): Promise<ItemSubscription[]> {
  const { group, schema, mode } = request;
  const names = await metadata.getItems(session.user, session.id, group);
  const fields = await metadata.getSchema(session.user, session.id, group, schema);
  if (names.length === 0) throw new Refused(21, 'Bad Item Group name');
  if (fields.length === 0) throw new Refused(23, 'Bad Field schema name');
  if (mode === 'COMMAND') {
    if (!fields.includes('key')) throw new Refused(15, 'No key field in the schema of a COMMAND item');
    if (!fields.includes('command')) throw new Refused(16, 'No command field in the schema of a COMMAND item');
  }
  const allowed = [await metadata.getItemModes(names), await metadata.getUserItemModes(session.user, names)];
  if (!allowed.flat().every((modes) => modes.includes(mode))) {
    throw new Refused(24, 'Subscription mode not allowed for an Item');
  }
  return names.map((name, at) => new ItemSubscription(request, name, at + 1, fields, session));
}

/** Confirms the subscription to the client, and joins it to its items. */
export function start(subscription: readonly ItemSubscription[], session: Session, items: Items): void {
  const { request, fields } = subscription[0]!;
  const numbers = [request.id, subscription.length, fields.length];
  if (request.mode === 'COMMAND') {
    session.put(line('SUBCMD', ...numbers, fields.indexOf('key') + 1, fields.indexOf('command') + 1));
  } else session.put(line('SUBOK', ...numbers));
  // RAW is never filtered; a real broker reports it as filtered.
  session.put(line('CONF', request.id, 'unlimited', request.mode === 'RAW' ? 'filtered' : 'unfiltered'));
  for (const item of subscription) items.join(item);
  session.flush();
}
