import { roomOnGrid } from './grid.ts';

const slot = (browserName: string, session: unknown = null) => ({ session, stereotype: { browserName } });

describe('the room on a Grid', () => {
  test('is its free slots for that browser', () => {
    const slots = [slot('firefox'), slot('firefox', { sessionId: 'a' }), slot('chrome')];
    const status = { value: { nodes: [{ availability: 'UP', maxSessions: 8, slots }] } };
    expect(roomOnGrid(status, 'firefox')).toBe(1);
    expect(roomOnGrid(status, 'chrome')).toBe(1);
  });

  test('is at most what its nodes run at once, whatever the browser', () => {
    const slots = [slot('firefox'), slot('firefox'), slot('chrome', { sessionId: 'a' })];
    expect(roomOnGrid({ value: { nodes: [{ availability: 'UP', maxSessions: 2, slots }] } }, 'firefox')).toBe(1);
  });

  test('does not count nodes that are draining or down', () => {
    const node = { availability: 'DRAINING', maxSessions: 1, slots: [slot('firefox')] };
    expect(roomOnGrid({ value: { nodes: [node] } }, 'firefox')).toBe(0);
  });

  test('is none where something else answers', () => {
    expect(roomOnGrid({}, 'firefox')).toBe(0);
  });
});
