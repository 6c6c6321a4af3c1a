/** The message that is sent: the same bytes as text and as JSON. */

const ENTRY = { id: '5e8f8f8f', on: true };

/** JSON of exactly `bytes` bytes, a quotation mark in every fourth or fifth of them: a list of objects, and a string to fill it up. */
export function sampleJson(bytes: number): string {
  const list: unknown[] = [''];
  const length = () => JSON.stringify(list).length;
  while (length() + JSON.stringify(ENTRY).length + 1 <= bytes) list.unshift(ENTRY);
  list[list.length - 1] = 'x'.repeat(bytes - length());
  return JSON.stringify(list);
}
