/** The end of a server: one process from first to last, which stops when it is told to. */
import { type Check, demand, show } from '../check.ts';
import { Trial } from '../trial.ts';
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
    rule: 'On SIGTERM the server ends within 5 s, whoever is connected, and the clients are told that it is gone.',
    scope: 'transport',
    endsServer: true,
    run: async (context) => {
      const clients = [];
      for (let n = 1; n <= 5; n += 1) clients.push(await context.connect(`client ${n}`));
      const trial = new Trial({ testType: 'broadcast', clients });
      await trial.begin();
      trial.send(1, 'interrupted');
      await trial.settle();
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
