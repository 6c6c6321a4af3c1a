/** What several trials have in common, said once. Pure. */

/**
 * Splits texts such as `2026-11-22, Node.js v20.20.2, Outcry f2ff231` into the facts that all begin with and what is each one's own, which is
 * never empty. One text alone shares nothing.
 */
export function sharedFacts(texts: readonly string[]): { shared: string; own: string[] } {
  const facts = texts.map((text) => text.split(', '));
  const most = texts.length < 2 ? 0 : Math.min(...facts.map(({ length }) => length)) - 1;
  let count = 0;
  while (count < most && facts.every((each) => each[count] === facts[0]![count])) count += 1;
  return { shared: facts[0]?.slice(0, count).join(', ') ?? '', own: facts.map((each) => each.slice(count).join(', ')) };
}
