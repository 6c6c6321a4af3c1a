import { readSettings } from './settings.ts';

test.each([
  [{}, { host: '127.0.0.1', port: 0, adapterSet: 'DEFAULT', upstream: null, compresses: false }],
  [
    { HOST: '::1', PORT: '8080', ADAPTER_SET: 'A', UPSTREAM: 'http://127.0.0.1:4001/', COMPRESSION: 'deflate' },
    { host: '::1', port: 8_080, adapterSet: 'A', upstream: 'http://127.0.0.1:4001', compresses: true },
  ],
])('%j sets %j', (env, settings) => {
  expect(readSettings(env)).toEqual(settings);
});

test.each([
  [{ PORT: '-1' }, 'PORT is "-1"; a port is a number from 0 (any free one) to 65535'],
  [{ PORT: '65536' }, 'PORT is "65536"'],
  [{ UPSTREAM: 'http://a/b' }, 'UPSTREAM is "http://a/b"; it must be an origin, such as http://127.0.0.1:4001'],
  [{ UPSTREAM: 'https://a' }, 'UPSTREAM is "https://a"'],
])('%j is refused', (env, reason) => {
  expect(() => readSettings(env)).toThrow(reason);
});
