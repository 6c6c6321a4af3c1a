import { messageScenario } from '../messages/scenario-of.ts';
import type { Profile } from '../profile.ts';

const study: Profile = {
  name: 'study',
  about: 'study A: 30 browsers with 2 clients each, 10 runs of every transport',
  swarm: 'browser',
  browsers: () => 30,
  clientsPerBrowser: 2,
  runs: 10,
  transports: 'all',
};

export default messageScenario('publish', 'spread', {
  name: 'study-a',
  about: 'study A: every client broadcasts to all, 2 messages/s, 30 messages',
  profiles: [study],
  slices: undefined, // the study measured one server at a time
});
