/** A scenario as a reader would write it, file by file. It is nowhere in the repository otherwise. */
export const TOY_SCENARIO: Record<string, string> = {
  'scenario.ts': `
import { CLIENT_METRICS } from '${new URL('../../protocol/standard-metrics.ts', import.meta.url).pathname}';

export default {
  name: 'toy',
  about: 'every client throws its toys away and asks for one of so many bytes',
  params: { toys: { type: 'whole', default: 3, least: 1, most: 100, about: 'toys of each client' } },
  needs: ['sink', 'publish', 'request'],
  swarms: ['console'],
  metrics: {
    thrown: { kind: 'count', unit: 'toys', label: 'thrown', about: 'Toys that clients threw away.' },
    fetched: { kind: 'trend', unit: 'ms', label: 'fetching', about: 'From asking for a toy to having it.' },
    lateness: CLIENT_METRICS.lateness,
  },
  plannedSeconds: ({ toys }) => toys / 5,
  warmUp: () => null,
  counted: { received: ['sink'], sent: ['request'] },
  expected: ({ toys }, clients) => ({ thrown: toys * clients, receivedByServer: toys * clients, sentByServer: clients }),
};
`,
  'client.ts': `
export default (test) => {
  const thrown = test.counter('thrown');
  const fetched = test.trend('fetched');
  const lateness = test.trend('lateness');
  return (client) => ({
    start() {
      client.schedule({ rate: 5, count: test.params.toys, offsetMs: 0 }, (toy, due) => {
        const at = test.now();
        client.sink({ toy });
        thrown.add(at);
        lateness.record(at, at - due);
      }, async () => {
        const asked = test.now();
        await client.request({ bytes: 1000 });
        fetched.record(asked, test.now() - asked);
        client.done();
      });
    },
  });
};
`,
  'judge.ts': `
export default ({ metrics }) =>
  metrics.thrown.total === metrics.receivedByServer.total
    ? []
    : [{ code: 'toys-lost', level: 'fatal', message: 'a toy was thrown and did not land' }];
`,
  'charts.ts': `
export default {
  compare: { metric: 'fetched', better: 'less', words: { better: 'faster', worse: 'slower' } },
  columns: [
    { metric: 'fetched', figure: 'mean', label: 'fetching' },
    { metric: 'thrown', figure: 'total', label: 'thrown away' },
  ],
  graphs: [{ id: 'thrown', type: 'series', title: 'Thrown away', metrics: ['thrown'] }],
};
`,
};
