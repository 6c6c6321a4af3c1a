/** Divides clients over members. Pure. */

/**
 * `clientId`s 1..clients, member by member, as evenly as it goes. Members that would get none are left out.
 * @returns one array of ids per member that gets any
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
