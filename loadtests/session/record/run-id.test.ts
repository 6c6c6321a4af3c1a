import { RUN_ID_PATTERN } from '../../../protocol/run-record.ts';
import { runId } from './run-id.ts';

const asked = { scenario: 'made-up', params: { rate: 2, messages: 30 }, clients: 10 };
const idOf = (change: object, repetition = 1): string =>
  runId('s1', { app: { id: 'alpha' }, transport: 'websocket' }, { ...asked, ...change, repetition }, asked);

describe('the id of a run', () => {
  test('of what the session was asked for is short', () => {
    expect(idOf({}, 3)).toBe('s1-alpha-websocket-03');
    expect(idOf({ params: { messages: 30, rate: 2 } })).toBe('s1-alpha-websocket-01');
  });

  test('says which version it is of, and which arm', () => {
    const id = (more: object) =>
      runId('s1', { app: { id: 'alpha', ...more }, transport: 'sse', ...more }, { ...asked, repetition: 1 }, asked);
    expect(id({ version: '1.2.3' })).toBe('s1-alpha_1.2.3-sse-01');
    expect(id({ arm: 'b' })).toBe('s1-alpha_b-sse-01');
  });

  test('is another one for other clients, other parameters, another scenario and another repetition', () => {
    const ids = [
      idOf({}),
      idOf({}, 2),
      idOf({ clients: 20 }),
      idOf({ clients: 20 }, 2),
      idOf({ params: { rate: 2.5, messages: 30 } }),
      idOf({ params: { rate: 2, messages: 31 } }),
      idOf({ scenario: 'other' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(new RegExp(RUN_ID_PATTERN));
  });
});
