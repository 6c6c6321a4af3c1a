import type { Reply } from '../../protocol/socket.ts';
import { parseEnvelope, receiveText } from './envelope.ts';
import type { House } from './house.ts';

test('an event, a request and an unknown field are read', () => {
  expect(parseEnvelope('{"e":"message","d":{"a":1}}')).toMatchObject({ e: 'message', d: { a: 1 } });
  expect(parseEnvelope('{"e":"logIn","d":null,"id":0}')).toMatchObject({ e: 'logIn', d: null, id: 0 });
  expect(parseEnvelope('{"e":"","x":[]}')).toMatchObject({ e: '' });
  expect(parseEnvelope('T{"e":"echo"}\t{"a":1}')).toMatchObject({ e: 'echo', d: '{"a":1}' });
});

test.each([
  ['nothing', ''],
  ['half an object', '{"e":"message"'],
  ['half a head', 'T{"e":"message"}'],
  ['a text without an event', 'T{}\tx'],
  ['null', 'null'],
  ['a number', '5'],
  ['an array', '["e"]'],
  ['no event', '{"d":{}}'],
  ['an event that is a number', '{"e":5}'],
  ['an event that is an object', '{"e":{"toString":1}}'],
  ['an event in __proto__', '{"__proto__":{"e":"message"}}'],
  ['a request numbered with text', '{"e":"x","id":"1"}'],
  ['a request numbered with a fraction', '{"e":"x","id":0.5}'],
  ['a request numbered below zero', '{"e":"x","id":-1}'],
])('%s is no envelope', (_what, text) => {
  expect(parseEnvelope(text)).toBeNull();
});

test('events, requests and nonsense each go where they belong, and a request is answered under its number', async () => {
  const log: unknown[] = [];
  const house = {
    receive: (connection: string, event: string, data: unknown) => log.push([connection, event, data]),
    unreadable: (connection: string) => log.push([connection, 'unreadable']),
    request: async (_connection: string, event: string): Promise<Reply> => ({ ok: true, event }),
  } as unknown as House<string>;
  const replied = new Promise<string>((resolve) => {
    for (const text of ['{"e":"a","d":1}', 'nonsense', '{"e":"b","id":7}']) {
      receiveText(house, 'A', text, (connection, reply) => resolve(`${connection} ${reply}`));
    }
  });
  expect(log).toEqual([
    ['A', 'a', 1],
    ['A', 'unreadable'],
  ]);
  expect(await replied).toBe('A {"r":7,"d":{"ok":true,"event":"b"}}');
});
