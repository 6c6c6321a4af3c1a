import { messageScenario } from '../messages/scenario-of.ts';
import type { Profile } from '../profile.ts';

/**
 * The number of browsers of a quick first run. On the machine this was tried on, 60 clients in 30 browsers (7,200 deliveries per
 * second) saturate two cores; the work grows with the square of the clients, so that 6 clients per core (2 browsers
 * with three clients) stay far below that. Fewer browsers open their pages sooner in each round.
 */
const browsers = (cores: number): number => Math.min(8, Math.max(2, 2 * cores));

const quick: Profile = {
  name: 'quick',
  about: 'the main transport of each framework, a swarm sized to this machine, rounds for six minutes',
  usual: true,
  swarm: 'browser',
  browsers,
  clientsPerBrowser: 3,
  // With two cores 720 deliveries per second. A second has 60 messages then, whose mean varies less than that of 24.
  params: { rate: 5, messages: 75 },
  runs: 2,
  timed: true,
  transports: 'main',
};

export default messageScenario('publish', 'spread', {
  name: 'broadcast',
  about: 'every client broadcasts to all, the clients spread evenly over the interval',
  profiles: [quick],
});
