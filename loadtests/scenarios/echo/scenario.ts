import { messageScenario } from '../messages/scenario-of.ts';

export default messageScenario('echo', 'spread', {
  name: 'echo',
  about: 'every client sends and gets its own message back, the clients spread evenly over the interval',
});
