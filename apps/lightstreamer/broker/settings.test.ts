import { readSettings } from './settings.ts';

test('without a word it awaits clients and adapters anywhere on this machine, and passes nothing on', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 0,
    adapterSet: 'DEFAULT',
    ports: { metadata: 0, data: 0, notify: 0 },
    upstream: null,
    origins: [],
  });
});

test('what is said is what holds', () => {
  const env = {
    ...{ HOST: '::1', PORT: '8080', ADAPTER_SET: 'A', ARI: '1,2,3' },
    ...{ UPSTREAM: 'http://127.0.0.1:4001/', ORIGINS: 'https://pages.example/, http://127.0.0.1:4000,' },
  };
  expect(readSettings(env)).toEqual({
    host: '::1',
    port: 8_080,
    adapterSet: 'A',
    ports: { metadata: 1, data: 2, notify: 3 },
    upstream: 'http://127.0.0.1:4001',
    origins: ['https://pages.example', 'http://127.0.0.1:4000'],
  });
});

test.each([
  [{ PORT: '-1' }, 'PORT is "-1"; a port is a number from 0 (any free one) to 65535'],
  [{ PORT: '65536' }, 'PORT is "65536"'],
  [{ ARI: '1,2,x' }, 'ARI is "x"'],
  [{ ARI: '1,2,3,4' }, 'ARI is "1,2,3,4"; it must be three ports: metadata,data,notify'],
  [{ ARI: '1' }, 'ARI is "1"; it must be three ports: metadata,data,notify'],
  [{ UPSTREAM: 'http://a/b' }, 'UPSTREAM is "http://a/b"; it must be an origin, such as http://127.0.0.1:4001'],
  [{ UPSTREAM: 'https://a' }, 'UPSTREAM is "https://a"'],
  [{ ORIGINS: 'http://a, b' }, 'ORIGINS is "b"; it must be an origin'],
])('%j is refused', (env, reason) => {
  expect(() => readSettings(env)).toThrow(reason);
});
