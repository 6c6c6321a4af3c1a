import { isLoopback, joinAddress, joinUrl, urlOf } from './address.ts';

test.each([
  ['7000', { host: '127.0.0.1', port: 7000 }],
  ['0.0.0.0:7000', { host: '0.0.0.0', port: 7000 }],
  ['lab-1.example:0', { host: 'lab-1.example', port: 0 }],
  ['[fd00::7]:7000', { host: 'fd00::7', port: 7000 }],
])('a runner listens at %s', (text, address) => {
  expect(joinAddress(text)).toEqual(address);
});

test.each(['', 'lab-1', 'lab-1:', '70000', '-1', 'ws://lab-1:7000', 'fd00::7:7000', '1:2:3'])(
  'and not at %j',
  (text) => {
    expect(joinAddress(text)).toBeNull();
  },
);

test('a worker joins at a WebSocket address without credentials', () => {
  expect(joinUrl('ws://lab-1:7000')?.href).toBe('ws://lab-1:7000/');
  expect(joinUrl('wss://lab-1/outcry')?.href).toBe('wss://lab-1/outcry');
  for (const bad of ['lab-1:7000', 'http://lab-1:7000', 'ws://me:secret@lab-1', 'ws://lab-1/#token', '']) {
    expect(joinUrl(bad)).toBeNull();
  }
});

test('an address is shown as workers write it', () => {
  expect(urlOf({ host: 'fd00::7', port: 7000 })).toBe('ws://[fd00::7]:7000');
  expect(urlOf({ host: '0.0.0.0', port: 7000 })).toMatch(/^ws:\/\/[^.0]/);
});

test('loopback is what no other machine reaches', () => {
  expect(['127.0.0.1', '127.9.0.1', 'localhost', '::1', '[::1]'].every(isLoopback)).toBe(true);
  expect(['10.0.0.1', 'lab-1', '0.0.0.0', 'localhost.example'].some(isLoopback)).toBe(false);
});
