/** The verb `greet`: every new connection gets a body at once, if the controller of the server has set one. */

import { monotonicMs as now } from '../../../system/monotonic.ts';
import { all, type Check } from '../check.ts';
import { demand, sameJson, show } from '../demand.ts';
import { demandHops, demandQuiet } from '../judge.ts';
import { filling } from '../requested-bytes.ts';
import type { TestClient } from '../test-client.ts';

const BYTES = 10_000;

/** Waits for the greeting of `client`, and demands that it is `wanted` and the only thing said. */
async function demandGreeting(client: TestClient, wanted: unknown, since: number): Promise<void> {
  await client.until('its greeting', () => client.of('greet').length > 0);
  await client.fence();
  const { data, at } = client.of('greet')[0]!;
  demand(
    sameJson(data?.body, wanted),
    () => `${client.name} must be greeted with ${show(wanted, 60)}, but was with ${show(data?.body, 60)}`,
  );
  demandHops(data.hops, since, at, `the greeting of ${client.name}`);
  demandQuiet(client, client.heard.slice(1));
}

export const greetChecks: Check[] = [
  {
    name: 'greet',
    rule: 'Once begin has set a greeting, every new connection gets it, once, with its hops; after a begin without, none.',
    scope: 'transport',
    needs: all('greet'),
    run: async (context) => {
      const early = await context.connect('the early client');
      await context.begin({ greet: { bytes: BYTES } });
      for (const name of ['client 1', 'client 2']) {
        const since = now();
        await demandGreeting(await context.connect(name), filling(BYTES), since);
      }
      await context.demandCounts({ greet: [0, 2] });
      const body = { hello: ['world', null] };
      await context.begin({ greet: { body } });
      const since = now();
      await demandGreeting(await context.connect('client 3'), body, since);
      await context.demandCounts({ greet: [0, 1] });
      await context.begin();
      const late = await context.connect('the late client');
      for (const client of [early, late]) {
        await client.fence();
        demandQuiet(client, client.heard);
      }
      await context.demandCounts({});
      return undefined;
    },
  },
];
