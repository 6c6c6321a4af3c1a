/** The end of a server: one process from first to last, which stops when it is told to. */
import { type Check, tells } from '../check.ts';
import { demand, show } from '../demand.ts';
import { isHealthy } from './server.ts';

export const endingChecks: Check[] = [
  {
    name: 'one process throughout',
    rule: 'Whatever clients sent, the server is still the process that was started.',
    scope: 'transport',
    run: async (context) => {
      demand(context.crashes.length === 0, `the server ended during ${context.crashes.join('; during ')}`);
      await isHealthy(context);
      return undefined;
    },
  },
  {
    name: 'stops on SIGTERM',
    rule: 'On SIGTERM the server ends within 5 s, also with clients connected, and the clients notice that it is gone.',
    scope: 'transport',
    endsServer: true,
    run: async (context) => {
      const clients = await context.connectAll('client 1', 'client 2', 'client 3', 'client 4', 'client 5');
      await Promise.all(clients.map((client) => client.fence()));
      await context.server.stop();
      const how = await context.server.exited;
      demand(
        how !== 'SIGKILL',
        'the server must end within 5 s of SIGTERM while clients are connected, but had to be killed',
      );
      demand(
        how === 0 || how === 'SIGTERM' || how === 143,
        () => `on SIGTERM the server must end with 0 or by the signal, but it ended with ${show(how)}`,
      );
      if (!tells(context.verbs)) return undefined;
      for (const client of clients) {
        await client.reached(() => client.isClosed);
        demand(
          client.isClosed,
          `the server is gone, but ${client.name} was not told in ${context.deadlineMs / 1000} s`,
        );
      }
      return undefined;
    },
  },
];
