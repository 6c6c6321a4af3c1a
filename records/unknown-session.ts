/** The sentence about an unknown session: page and commands say the same. Pure. */
import { didYouMean } from '../system/did-you-mean.ts';

/** Of more sessions the newest are named. */
const MOST_NAMED = 5;

/** @param ids of the sessions there are, newest first @param folder where they are, for commands */
export function noSuchSession(id: string, ids: readonly string[], folder?: string): string {
  const none = `there is no session "${id}"${folder === undefined ? '' : ` in ${folder}`}`;
  if (ids.length === 0) return `${none}, nor any other`;
  const within = id.length > 2 ? ids.filter((each) => each.includes(id)) : [];
  const near = within.length > 0 ? `; did you mean ${within.slice(0, MOST_NAMED).join(' or ')}?` : didYouMean(id, ids);
  const newest = ids.slice(0, MOST_NAMED).join(', ');
  return `${none}${near || `; the newest ${ids.length === 1 ? 'is' : 'are'} ${newest}`}`;
}
