import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterSetXml, DEFAULT_ARI } from './adapter-set.ts';
import { REQUEST_LIMIT } from './conf.ts';

const read = (...path: string[]): string => readFileSync(join(import.meta.dirname, ...path), 'utf8');
const SET = read('adapters', 'OUTCRY', 'adapters.xml');

test('the Adapter Set of containers is the one for the default ports', () => {
  expect(SET).toBe(adapterSetXml(DEFAULT_ARI));
});

test('other ports and another interface take their places, and nothing else differs', () => {
  const other = SET.replace('6663', '1').replace('6661', '2').replace('6662', '3').replaceAll('127.0.0.1', '10.0.0.5');
  expect(adapterSetXml({ metadata: 1, data: 2, notify: 3 }, '10.0.0.5')).toBe(other);
});

test('it is OUTCRY, with two robust proxies on loopback; the server starts without the adapters, each connects without the other', () => {
  expect(SET).toContain('<adapters_conf id="OUTCRY">');
  expect(SET).toContain('<metadata_adapter_initialised_first>N<');
  const proxy =
    /ROBUST_PROXY_FOR_REMOTE_ADAPTER<[\s\S]*?"interface">127.0.0.1<[\s\S]*?"first_connection_timeout_millis">1</g;
  expect(SET.match(proxy)).toHaveLength(2);
});

test('containers have the same limit of requests, and no delay', () => {
  const compose = read('..', 'compose.yml');
  expect(compose).toContain(`<request_limit>${REQUEST_LIMIT}</request_limit>`);
  expect(compose).toContain('<max_delay_millis>0</max_delay_millis>');
  expect(compose).toContain(`127.0.0.1:${DEFAULT_ARI.metadata},${DEFAULT_ARI.data},${DEFAULT_ARI.notify}`);
});
