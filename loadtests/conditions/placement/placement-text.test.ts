import type { Placement } from '../../../setup/apps/places/place.ts';
import { placementMark, placementText } from './placement-text.ts';

test.each<[string, string, Placement]>([
  ['on cores of its own', 'server on CPU 1, swarm on CPU 0', { server: 'process', serverCpus: '1', swarmCpus: '0' }],
  ['in a container', 'server in a container (context far)', { server: 'container', context: 'far' }],
  ['on another machine', 'server on another machine (ssh:lab-2)', { server: 'elsewhere', machine: 'ssh:lab-2' }],
  ['with workers elsewhere', 'server, workers elsewhere', { server: 'process', workers: 'elsewhere' }],
  [
    'in a container with workers elsewhere',
    'server in a container, workers elsewhere',
    { server: 'container', workers: 'elsewhere' },
  ],
])('a row %s is one of: %s', (mark, text, placement) => {
  expect([placementMark(placement), placementText(placement)]).toEqual([mark, text]);
});
