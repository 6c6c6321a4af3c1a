/** Tests of the words for a failure. */
import { reasonOf } from './reason.ts';

test.each([
  ['a message', new Error('no route'), 'no route'],
  ['a cause, before the message', new TypeError('fetch failed', { cause: new Error('refused') }), 'refused'],
  [
    'the status of a request',
    Object.assign(new Error('xhr post error'), { description: 413 }),
    'xhr post error (HTTP status 413)',
  ],
  [
    'no status where there was no answer',
    Object.assign(new Error('xhr poll error'), { description: 0 }),
    'xhr poll error',
  ],
  [
    'an error below',
    Object.assign(new Error('websocket error'), { description: new Error('refused') }),
    'websocket error (refused)',
  ],
  ['a description alone', { description: 'network connection lost' }, 'network connection lost'],
  ['anything else', 'gone', 'gone'],
])('%s', (_, error, words) => expect(reasonOf(error)).toBe(words));
