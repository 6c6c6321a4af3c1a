import { EXIT } from '../../system/errors.ts';
import { spreadClients } from './clients-per-browser.ts';

describe('clients are spread over browsers', () => {
  test('evenly, in order, browser by browser', () => {
    expect(spreadClients(6, 3, 'websocket')).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  test('with the first browsers taking what is left over', () => {
    expect(spreadClients(5, 2, 'sse')).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  test('with the last browsers holding none when there are fewer clients', () => {
    expect(spreadClients(2, 3, 'websocket')).toEqual([[1], [2]]);
  });
});

describe('a browser holds', () => {
  test.each(['sse', 'http-streaming', 'long-polling', 'polling'] as const)('four clients over %s', (transport) => {
    expect(spreadClients(8, 2, transport)).toHaveLength(2);
    expect(() => spreadClients(9, 2, transport)).toThrow(
      expect.objectContaining({
        exitCode: EXIT.usage,
        message: expect.stringContaining('use 3 browsers for 9 clients'),
      }),
    );
  });

  test.each(['websocket', 'ws-polling'] as const)('two hundred clients over %s', (transport) => {
    expect(spreadClients(200, 1, transport)[0]).toHaveLength(200);
    expect(() => spreadClients(201, 1, transport)).toThrow(/use 2 browsers/);
  });
});
