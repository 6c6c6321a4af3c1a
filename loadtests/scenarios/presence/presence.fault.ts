/** Small runs of the whole: every coming and going is told to everybody, with its times. */
import { accountedRun, twoApps, UNHARMED } from '../testing/small-run.ts';

const VISITS = 3;
const USERS = 3;

test.concurrent.each(twoApps(['publish', 'join']))(
  '$name: all come and go, all are told',
  async ({ app, transport }) => {
    const params = { visits: VISITS, rate: 20, payload: 10, phase: 'spread' };
    const changes = 2 * VISITS * USERS;
    await accountedRun(
      { scenario: 'presence', params, app, transport, clients: USERS },
      {
        sentByClients: changes,
        receivedByServer: changes,
        sentByServer: changes * USERS,
        receivedByClients: changes * USERS,
        fromSent: changes,
        inServer: changes,
        ...UNHARMED,
      },
    );
  },
);
