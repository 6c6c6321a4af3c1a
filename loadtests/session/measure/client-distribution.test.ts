import type { Swarm } from '../../../client-launcher/swarm.ts';
import { madeUpApp } from '../../../setup/apps/manifest/testing/made-up-app.ts';
import { ClientDistribution, firstMembers, moreMembers, overloaded } from './client-distribution.ts';

const swarm = (mostMembers?: number) => ({ mostMembers }) as unknown as Swarm;

test('a member is overloaded when its loop is late or busy, and not for what it does not know', () => {
  const at = (p99: number, busy: number) => ({ loopDelay: { p99, max: 100 }, busy });
  expect(overloaded([at(2, 0.1), { loopDelay: null, busy: null }])).toBe(false);
  expect(overloaded([at(2, 0.1), at(25, 0.1)])).toBe(true);
  expect(overloaded([at(2, 0.6)])).toBe(true);
});

test('clients are begun with as few members as the swarm sees fit, and with more where no warm-up will show that they are too few', () => {
  expect(firstMembers(swarm(8), 1000, true)).toBeUndefined();
  expect(firstMembers(swarm(8), 1000, false)).toBe(4);
  expect(firstMembers(swarm(2), 1000, false)).toBe(2);
  expect(firstMembers(swarm(), 1000, false)).toBeUndefined();
});

test('members that did not keep up become twice as many, as long as there are more to be had and clients for them', () => {
  expect(moreMembers(swarm(8), 1, 1000)).toBe(2);
  expect(moreMembers(swarm(3), 2, 1000)).toBe(3);
  expect(moreMembers(swarm(8), 2, 3)).toBe(3);
  expect(moreMembers(swarm(8), 8, 1000)).toBeNull();
  expect(moreMembers(swarm(), 4, 1000)).toBeNull();
});

test('what was found out holds for the same combination under the same load', () => {
  const distribution = new ClientDistribution();
  const combination = { app: madeUpApp('alpha'), transport: 'websocket' } as const;
  const step = { scenario: 'made-up', params: { rate: 1, messages: 2 }, clients: 100, repetition: 1 };
  distribution.note(combination, step, 4);
  expect(distribution.known(combination, { ...step, params: { messages: 2, rate: 1 }, repetition: 2 })).toBe(4);
  expect(distribution.known(combination, { ...step, clients: 200 })).toBeNull();
  expect(distribution.known({ ...combination, transport: 'sse' }, step)).toBeNull();
  distribution.note(combination, { ...step, clients: 200 }, null);
  expect(distribution.known(combination, { ...step, clients: 200 })).toBeNull();
});
