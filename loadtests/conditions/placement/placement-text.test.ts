import type { Placement } from '../../../setup/apps/places/place.ts';
import { placementMark, placementText } from './placement-text.ts';

test.each<[string, string, Placement]>([
  ['on cores of its own', 'server on CPU 1, swarm on CPU 0', { server: 'process', serverCpus: '1', swarmCpus: '0' }],
  ['in a container', 'server in a container (context far)', { server: 'container', context: 'far' }],
  ['with joined workers', 'server, workers that joined', { server: 'process', workers: 'joined' }],
  [
    'in a container with joined workers',
    'server in a container, workers that joined',
    { server: 'container', workers: 'joined' },
  ],
])('a row %s is one of: %s', (mark, text, placement) => {
  expect([placementMark(placement), placementText(placement)]).toEqual([mark, text]);
});
