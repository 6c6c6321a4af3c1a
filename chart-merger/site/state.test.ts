import { makeChoiceRow, makeFindings } from '../../merge/choice/testing/made-rows.ts';
import { type Choices, chosenRows, DEFAULTS, readChoices, writeChoices } from './state.ts';

test.each<[string, Partial<Choices>]>([
  ['', {}],
  ['?transport=sse&transport=long-polling', { transports: ['sse', 'long-polling'] }],
  ['?transport=', { transports: [] }],
  ['?language=C%23+on+.NET&alone=1', { languages: ['C# on .NET'], alone: true }],
  ['?size=whole&swarm=browser&sort=cpu&down=1', { measured: 'whole browser', sort: 'cpu', down: true }],
  ['?latency=0&p99=3', { weights: { ...DEFAULTS.weights, latency: 0, p99: 3 } }],
])('the address %s holds what was chosen', (query, more) => {
  const choices = { ...DEFAULTS, ...more };
  expect(readChoices(query)).toEqual(choices);
  expect(writeChoices(choices)).toBe(query);
});

test('what cannot be read is as by default', () => {
  expect(
    readChoices('?transport=telepathy&transport=websocket&sort=constructor&latency=4&cpu=-1&size=whole&down=x'),
  ).toEqual(DEFAULTS);
});

describe('the rows that are shown', () => {
  const APPS = [
    { id: 'alpha', language: 'Go', needsServer: false },
    { id: 'beta', language: 'Rust', needsServer: true },
  ];
  const over = (label: string, transport: 'websocket' | 'sse') => makeChoiceRow(label, {}, { transport });
  const findings = makeFindings(
    [over('alpha', 'websocket'), over('alpha', 'sse'), over('beta', 'websocket'), over('gamma', 'websocket')],
    [over('beta', 'websocket')],
  );
  const shown = (more: Partial<Choices>) =>
    chosenRows(findings, { ...DEFAULTS, ...more }, APPS).rows.map(({ label, transport }) => `${label} ${transport}`);

  test('have what must be there', () => {
    expect(shown({})).toEqual(['alpha websocket', 'beta websocket', 'gamma websocket']);
    expect(shown({ transports: [] })).toHaveLength(4);
    expect(shown({ transports: ['sse'] })).toEqual(['alpha sse']);
    expect(shown({ languages: ['Rust'] })).toEqual(['beta websocket']);
    expect(shown({ alone: true })).toEqual(['alpha websocket', 'gamma websocket']);
  });

  test('are of the measurement that is named, and of the first where none has the name', () => {
    expect(shown({ measured: 'whole browser' })).toEqual(['beta websocket']);
    expect(shown({ measured: 'whole console' })).toHaveLength(3);
  });

  test('are none without kept runs', () => {
    expect(chosenRows({ ...findings, choice: null }, DEFAULTS, APPS)).toEqual({ measurement: null, rows: [] });
  });
});
