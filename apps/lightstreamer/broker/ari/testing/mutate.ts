/** Random lines with something wrong. */

/** One of `from`. */
export function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

const PIECES = [...'|%+#$\0\r\n-0SVé', '||', '%ff', '%C3', '9'.repeat(30), 'EC', '__proto__'];

type Mutation = (line: string, random: () => number) => string;

const at = (line: string, random: () => number) => Math.floor(random() * (line.length + 1));

const MUTATIONS: readonly Mutation[] = [
  (line, random) => line.slice(0, at(line, random)),
  (line, random) => line.slice(at(line, random)),
  (line, random) => {
    const where = at(line, random);
    return line.slice(0, where) + pick(random, PIECES) + line.slice(where);
  },
  (line, random) => {
    const where = at(line, random);
    return line.slice(0, where) + String.fromCharCode(Math.floor(random() * 256)) + line.slice(where + 1);
  },
  (line, random) => {
    const tokens = line.split('|');
    tokens[Math.floor(random() * tokens.length)] = pick(random, PIECES);
    return tokens.join('|');
  },
  (line, random) => {
    const tokens = line.split('|');
    tokens.splice(Math.floor(random() * tokens.length), 1);
    return tokens.join('|');
  },
  (line, random) => {
    const tokens = line.split('|');
    const from = Math.floor(random() * tokens.length);
    tokens.splice(from, 0, ...tokens.slice(from, from + 1 + Math.floor(random() * 4)));
    return tokens.join('|');
  },
  (line) => line + line,
];

/** The line with one to three things wrong; sometimes it is still a good line. */
export function mutate(line: string, random: () => number): string {
  let mutated = line;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1)
    mutated = pick(random, MUTATIONS)(mutated, random);
  return mutated;
}
