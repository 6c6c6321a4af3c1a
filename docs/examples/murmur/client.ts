import type { ScenarioClient } from '../../../member/scenario-client.ts';
import type { MurmurParams } from './scenario.ts';

const murmur: ScenarioClient<MurmurParams> = (test) => {
  const { rate, messages } = test.params;
  const sentByClients = test.counter('sentByClients');
  const asked = test.trend('asked');
  return (client) => ({
    start() {
      const ask = async () => {
        const at = test.now();
        await client.request({ bytes: 100 });
        asked.record(at, test.now() - at);
        client.done();
      };
      client.schedule(
        { rate, count: messages, offsetMs: 0 },
        (seq) => {
          sentByClients.add(test.now());
          client.sink({ client: client.id, seq });
        },
        ask,
      );
    },
  });
};

export default murmur;
