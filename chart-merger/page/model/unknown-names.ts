/** Sentences on names in the address that nothing here has. Pure. */
import { noSuchSession } from '../../../records/unknown-session.ts';
import { noSuch } from '../../../system/did-you-mean.ts';
import { LISTS, type ListName, type Selection } from './selection.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param sessions ids of those there are, newest first
 * @param values the names in each list, of the sessions that are chosen; none where no run is
 */
export function unknownNames(
  selection: Selection,
  sessions: readonly string[],
  values: Record<ListName, () => readonly string[]>,
): string[] {
  const named = Array.isArray(selection.session) ? selection.session : [];
  const missing = named.filter((id) => id !== '' && !sessions.includes(id));
  const others = LISTS.flatMap((list) => {
    const there = values[list]();
    const unknown = there.length === 0 ? [] : (selection[list] ?? []).filter((name) => !there.includes(name));
    return unknown.map((name) => noSuch(list, name, there).message);
  });
  return [...missing.map((id) => noSuchSession(id, sessions)), ...others].map((text) =>
    `${capital(text)}.`.replace(/\?\.$/, '?'),
  );
}
