/** Small storms of the whole, from a fresh server to the record: every connection and every greeting is accounted for. */
import { accountedRun, twoApps } from '../testing/small-run.ts';

const PARAMS = { bytes: 76_000 };
const apps = twoApps(['greet', 'request']);

test.concurrent.each(apps)(
  '$name: all connect at once, and each gets one message of the right size',
  async ({ app, transport }) => {
    const record = await accountedRun(
      { scenario: 'connect-storm', params: PARAMS, app, transport, clients: 30 },
      {
        connect: 30,
        connectToMessage: 30,
        held: 30,
        failed: 0,
        sentByServer: 30,
        receivedByClients: 30,
        wrongSize: 0,
        missing: 0,
      },
    );
    expect(record.plan.seconds).toBeNull();
  },
);
