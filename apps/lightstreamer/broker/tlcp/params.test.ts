import { messageRequests } from './params.ts';

/** The parameters of each request, or the reason why it is none. */
function read(body: string): (Record<string, string> | string)[] {
  return Array.from(messageRequests(body), (request) => {
    try {
      return Object.fromEntries(request());
    } catch (error) {
      return (error as Error).message;
    }
  });
}

const unquoted = (request: string) => `LS_unq=${request.length}&${request}`;

test('what is said to be unquoted is the message to its last character, whatever is in it', () => {
  const text = 'this & that=5&LS_x=1 100% + a%20b\r\nß\ud83d\ude00';
  expect(read(unquoted(`LS_reqId=1&LS_sequence=s&LS_message=${text}`))).toEqual([
    { LS_reqId: '1', LS_sequence: 's', LS_message: text },
  ]);
});

test('several are read, with line breaks between them, and others after them', () => {
  const two = [
    unquoted('LS_reqId=1&LS_message=a\r\nb'),
    unquoted('LS_reqId=2&LS_message='),
    'LS_reqId=3&LS_message=%41',
  ];
  expect(read(two.join('\r\n'))).toEqual([
    { LS_reqId: '1', LS_message: 'a\r\nb' },
    { LS_reqId: '2', LS_message: '' },
    { LS_reqId: '3', LS_message: 'A' },
  ]);
});

test.each([
  ['LS_unq=3&abc', 'LS_message is missing'],
  ['LS_unq=0&', 'LS_message is missing'],
  ['LS_unq=99999999&LS_reqId=1&LS_message=a', { LS_reqId: '1', LS_message: 'a' }],
  ['LS_unq=x&LS_message=a', { LS_unq: 'x', LS_message: 'a' }],
])('%s is no harm', (body, wanted) => {
  expect(read(body)).toEqual([wanted]);
});
