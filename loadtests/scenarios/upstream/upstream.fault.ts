/** Small runs of the whole: the server counts every message, and answers every ping. */
import { accountedRun, twoApps } from '../testing/small-run.ts';

const PARAMS = { rate: 10, messages: 10, payload: 100, ping: 100 };

test.concurrent.each(twoApps(['sink', 'request']))(
  '$name: the server counts what clients sent',
  async ({ app, transport }) => {
    await accountedRun(
      { scenario: 'upstream', params: PARAMS, app, transport, clients: 5 },
      {
        sentByClients: 50,
        lateness: 50,
        receivedByServer: 50,
        sentByServer: 0,
        confirmed: 5,
        response: 10,
        inServer: 10,
        unanswered: 0,
        cpuPerMessages: 1,
      },
    );
  },
);
