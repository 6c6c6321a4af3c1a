import { checkJoinOptions } from './join-options.ts';

const join = { host: '127.0.0.1', port: 7000 };

test.each([
  ['use --workers N and --join [HOST:]PORT together', { swarm: 'console', workers: 2 }],
  ['use --workers N and --join [HOST:]PORT together', { swarm: 'console', join }],
  ['--join is for --swarm console', { workers: 2, join }],
  ['--join is for --swarm console', { swarm: 'browser', workers: 2, join }],
  ['--clients-per-worker is for workers on this machine', { swarm: 'console', workers: 2, join, clientsPerWorker: 10 }],
])('what does not go together is refused: %s', (message, options) => {
  expect(() => checkJoinOptions(options)).toThrow(message);
});

test('without workers that join nothing is asked for', () => {
  expect(() => checkJoinOptions({ swarm: 'browser', clientsPerWorker: 10 })).not.toThrow();
});
