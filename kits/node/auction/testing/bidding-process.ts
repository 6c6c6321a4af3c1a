/**
 * A process of its own that bids, for the fault tests: `<DATABASE_URL> <name> <item> <bids>`. Prints a line of JSON for each
 * bid that was accepted, after it was, and for those that were refused; then it ends, unless it is killed first.
 */
import { writeSync } from 'node:fs';
import { TrialHouse } from './trial-houses.ts';

const [url, name, itemId, bids] = process.argv.slice(2) as [string, string, string, string];
const trial = new TrialHouse(url);
const visitor = await trial.user(name);
const item = Number(itemId);
// Written at once: what was printed was accepted before the process died.
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);
say({ ready: true });

for (let done = 0; done < Number(bids); done++) {
  const leading = (await trial.items()).find(({ id }) => id === item)!.leadingBid;
  const amount = (leading ?? 999) + 1;
  const reply = await trial.ask(visitor, 'placeBid', { itemId: item, amount });
  // The clock of a trial house stands still, and its limits with it.
  trial.now += 1_000;
  say(reply.ok ? { amount, revision: reply.revision } : { refused: reply.code });
}
await trial.house.close();
