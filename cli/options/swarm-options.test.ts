import type { SessionOptions } from '../../loadtests/session/plan/session-options.ts';
import { checkSwarmOptions } from './swarm-options.ts';

const results = 'results';
const on = 'ssh:lab-2*2';

test.each<[string, Omit<SessionOptions, 'results'>]>([
  ['--on is for --swarm console', { on }],
  ['--on is for --swarm console', { swarm: 'browser', on }],
  ['--clients-per-worker is for workers on this machine', { swarm: 'console', on, clientsPerWorker: 10 }],
  ['--advertise needs --grid, --on or --server', { swarm: 'console', advertise: 'lab-1' }],
  ['--grid is for browser swarms', { swarm: 'console', grid: 'http://lab-2:4444' }],
])('what does not go together is refused: %s', (message, options) => {
  expect(() => checkSwarmOptions({ results, ...options })).toThrow(message);
});

test('workers of other machines reach the servers under a name', () => {
  expect(() => checkSwarmOptions({ results, swarm: 'console', on, advertise: 'lab-1' })).not.toThrow();
});
