/** Holds its connection and says nothing. */
import type { ScenarioClient } from '../../../member/scenario-client.ts';
import type { IdleParams } from './params.ts';

const idle: ScenarioClient<IdleParams> = (test) => {
  const held = test.counter('held');
  return (client) => ({
    start() {
      const wait = { rate: 1, count: 1, offsetMs: test.params.seconds * 1000 };
      client.schedule(wait, () => {
        if (client.live) held.add(test.now());
        client.done();
      });
    },
  });
};

export default idle;
