/** Prints the ledger of kept logs: `npx tsx loadtests/scenarios/recover/ledger/main.ts FILE...`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readLedger } from './ledger.ts';

for (const file of process.argv.slice(2)) {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  const { clients, ...sums } = readLedger(lines);
  const some = clients.filter(({ lost, doubled, outOfOrder }) => lost.length + doubled.length + outOfOrder.length > 0);
  console.log(JSON.stringify({ file, clients: clients.length, ...sums, affected: some }));
}
