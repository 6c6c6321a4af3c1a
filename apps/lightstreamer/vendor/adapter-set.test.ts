import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adapterSetXml, DEFAULT_ARI } from './adapter-set.ts';
import { REQUEST_LIMIT } from './conf.ts';
import { elementsAt, parseXml, textOf } from './xml.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

describe('the Adapter Set', () => {
  const xml = adapterSetXml({ metadata: 1, data: 2, notify: 3 });
  const root = parseXml(xml, 'adapters.xml');
  const parameters = (provider: string): Record<string, string> =>
    Object.fromEntries(
      elementsAt(root, provider, 'param').map((param) => [
        /name="([^"]+)"/.exec(param.attributes)![1]!,
        textOf(xml, param),
      ]),
    );

  test('is OUTCRY, with robust proxies for both adapters, each on its ports of the loopback interface', () => {
    expect(root.attributes).toBe(' id="OUTCRY"');
    for (const provider of ['metadata_provider', 'data_provider']) {
      const [kind] = elementsAt(root, provider, 'adapter_class');
      expect(textOf(xml, kind!)).toBe('ROBUST_PROXY_FOR_REMOTE_ADAPTER');
      expect(parameters(provider)).toMatchObject({ interface: '127.0.0.1' });
    }
    expect(parameters('metadata_provider')).toMatchObject({ request_reply_port: '1' });
    expect(parameters('data_provider')).toMatchObject({ request_reply_port: '2', notify_port: '3' });
  });

  test('lets the server start without the adapters, and each adapter connect without the other', () => {
    const [first] = elementsAt(root, 'metadata_adapter_initialised_first');
    expect(textOf(xml, first!)).toBe('N');
    for (const provider of ['metadata_provider', 'data_provider']) {
      expect(Number(parameters(provider).first_connection_timeout_millis)).toBeGreaterThan(0);
    }
  });
});

describe('what containers use', () => {
  test('is the same Adapter Set, on the ports that are there without LIGHTSTREAMER_ARI', () => {
    const file = join(HERE, 'adapters', 'OUTCRY', 'adapters.xml');
    expect(readFileSync(file, 'utf8')).toBe(adapterSetXml(DEFAULT_ARI));
  });

  test('is the same limit of requests, and no delay', () => {
    const compose = readFileSync(join(HERE, '..', 'compose.yml'), 'utf8');
    expect(compose).toContain(`<request_limit>${REQUEST_LIMIT}</request_limit>`);
    expect(compose).toContain('<max_delay_millis>0</max_delay_millis>');
    expect(compose).toContain(`127.0.0.1:${DEFAULT_ARI.metadata},${DEFAULT_ARI.data},${DEFAULT_ARI.notify}`);
  });
});
