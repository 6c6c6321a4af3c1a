/** README says of the example session what is so in its records. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../protocol/run-record.ts';
import { PACKED, readPacked, recordsIn } from '../../records/packed-session.ts';
import { ROOT } from '../../system/root.ts';

const EXAMPLE = join(ROOT, 'results/example');
const IN_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

test('the example session', () => {
  const packed = readPacked(join(EXAMPLE, readdirSync(EXAMPLE)[0]!, PACKED));
  const records = recordsIn(packed).map(([, text]) => JSON.parse(text) as RunRecord);
  /** What all records agree on. */
  const only = <T>(of: (record: RunRecord) => T): T => {
    const [value, ...others] = [...new Set(records.map(of))];
    expect(others).toEqual([]);
    return value!;
  };
  const rounds = Math.max(...records.map(({ identity }) => identity.repetition));
  const [clients, browsers] = [only(({ identity }) => identity.clients), only(({ identity }) => identity.members)];
  const [cores, cpu] = [only(({ machine }) => machine!.cores), only(({ machine }) => machine!.cpu)];
  const date = only(({ when }) => when.startedAt!.slice(0, 10));
  expect(only(({ identity }) => identity.browser)).toBe('firefox');
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8').replace(/\s+/g, ' ')).toContain(
    `a default run: ${clients} clients in ${IN_WORDS[browsers!]} Firefox browsers, ${IN_WORDS[rounds]} rounds, on a virtual machine with ${IN_WORDS[cores]} cores (${cpu}, ${date}). Every message arrived, and no row has a flag.`,
  );
  for (const { metrics, validity } of records) {
    const { missing, duplicates, receivedByClients } = metrics;
    expect({ missing, duplicates, receivedByClients, validity }).toMatchObject({
      missing: { total: 0 },
      duplicates: { total: 0 },
      receivedByClients: { total: (receivedByClients as { expected?: number }).expected },
      validity: [],
    });
  }
});
