/**
 * Client numbers 1..clients, member by member, as evenly as it goes: 5 over 2 gives [[1, 2, 3], [4, 5]]. Members that would get none
 * are skipped.
 * @returns one array of numbers per member that gets any
 */
export function divide(clients: number, members: number): number[][] {
  const used = Math.min(clients, members);
  const groups: number[][] = [];
  let next = 1;
  for (let member = 0; member < used; member++) {
    const size = Math.floor(clients / used) + (member < clients % used ? 1 : 0);
    groups.push(Array.from({ length: size }, (_, i) => next + i));
    next += size;
  }
  return groups;
}
