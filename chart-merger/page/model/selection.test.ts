import { DEFAULT_SELECTION, readSelection, type Selection, writeSelection } from './selection.ts';

describe('the selection in the address bar', () => {
  test('is empty for the default', () => {
    expect(writeSelection(DEFAULT_SELECTION)).toBe('');
    expect(readSelection('')).toEqual(DEFAULT_SELECTION);
  });

  test.each<Partial<Selection>>([
    { framework: ['alpha', 'b.c'], transport: [], hide: ['alpha.websocket.0f'] },
    { session: ['one', 'two'], together: true, invalid: true },
    { session: null, log: true },
    { session: [] },
    { scenario: ['with, comma & ampersand', '<img src=x onerror=alert(1)>'], swarm: ['console'], kind: ['imported'] },
    { latency: 'toServer', order: 'serverCpu.typical' },
    { latency: 'delivery', order: 'p99', baseline: 'alpha.websocket.0f@one', substitutes: true },
    { baseline: 'none', detect: 2.5 },
  ])('reads back what it wrote: %j', (part) => {
    const selection = { ...DEFAULT_SELECTION, ...part };
    expect(readSelection(writeSelection(selection))).toEqual(selection);
  });

  test('ignores what it cannot read', () => {
    expect(readSelection('?latency=%3Cb%3E&order=up&bands=perhaps&nothing=here&baseline=&detect=-3')).toEqual(
      DEFAULT_SELECTION,
    );
  });
});
