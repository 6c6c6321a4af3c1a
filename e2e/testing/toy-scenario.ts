/** A scenario as a reader would write it, file by file: none of its metrics is known anywhere else in the repository. */
export const TOY_SCENARIO: Record<string, string> = {
  'scenario.ts': `
export default {
  name: 'toy',
  about: 'every client throws its toys away and asks for one of so many bytes',
  params: { toys: { type: 'whole', default: 3, least: 1, most: 100, about: 'toys of each client' } },
  needs: ['sink', 'publish', 'request'],
  swarms: ['console'],
  metrics: {
    thrown: { kind: 'count', unit: 'toys', label: 'thrown', about: 'Toys that clients threw away.' },
    fetched: { kind: 'trend', unit: 'ms', label: 'fetching', about: 'From asking for a toy to having it.' },
    tardy: { kind: 'trend', unit: 'ms', label: 'tardiness', about: 'How late clients threw their toys.' },
  },
  plannedSeconds: ({ toys }) => toys / 5,
  warmUp: () => null,
  counted: { received: ['sink'], sent: ['request'] },
  expected: ({ toys }, clients) => ({ thrown: toys * clients, receivedByServer: toys * clients, sentByServer: clients }),
  flags: { 'toys-lost': 'fatal' },
  checks: [{ flag: 'toys-lost', holds: ['receivedByServer', '=', 'thrown'], says: 'a toy was thrown and did not land' }],
};
`,
  'client.ts': `
export default (test) => {
  const thrown = test.counter('thrown');
  const fetched = test.trend('fetched');
  const tardy = test.trend('tardy');
  return (client) => ({
    start() {
      client.schedule({ rate: 5, count: test.params.toys, offsetMs: 0 }, (toy, due) => {
        const at = test.now();
        client.sink({ toy });
        thrown.add(at);
        tardy.record(at, at - due);
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
  'charts.ts': `
export default {
  compare: { metric: 'fetched', better: 'less', words: { better: 'faster', worse: 'slower' } },
  roles: { latency: 'fetched', lateness: 'tardy', delivered: 'thrown' },
  columns: [
    { metric: 'fetched', figure: 'mean', label: 'fetching' },
    { metric: 'thrown', figure: 'total', label: 'thrown away' },
  ],
  graphs: [{ id: 'thrown', type: 'series', title: 'Thrown away', metrics: ['thrown'] }],
};
`,
};
