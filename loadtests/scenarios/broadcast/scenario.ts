import { messageScenario } from '../messages/scenario-of.ts';
import { quick } from './quick.ts';

export default messageScenario('publish', 'spread', {
  name: 'broadcast',
  about: 'every client broadcasts to all, the clients spread evenly over the interval',
  profiles: [quick],
});
