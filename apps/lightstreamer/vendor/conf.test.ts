import { TRANSPORT_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { privateConf, REQUEST_LIMIT } from './conf.ts';
import { elementsAt, parseXml, textOf } from './xml.ts';

/** A configuration in the manner of the vendor's, of a server that is in use. */
const CONF = `<?xml version="1.0" encoding="UTF-8"?>
<lightstreamer_conf>
    <edition_conf>./lightstreamer_edition_conf.xml</edition_conf>
    <http_server name="one"><port>8080</port></http_server>
    <http_server name="two"><port>8081</port></http_server>
    <https_server name="three"><port>8443</port></https_server>
    <logback_properties>./lightstreamer_log_conf.xml</logback_properties>
    <jmx><rmi_connector><port ssl="N">8888</port></rmi_connector></jmx>
    <dashboard><public>Y</public></dashboard>
    <!-- <adapters_dir>../my_adapters</adapters_dir> -->
    <content_length><default>50000</default></content_length>
    <max_buffer_size>1000</max_buffer_size>
    <session_timeout_millis>10000</session_timeout_millis>
    <Max_Delay_Millis>30</Max_Delay_Millis>
    <web_server><enabled>Y</enabled></web_server>
    <control_link_address>push.example.org</control_link_address>
    <max_common_nio_buffer_allocation>0</max_common_nio_buffer_allocation>
</lightstreamer_conf>
`;

describe('the configuration of a private server', () => {
  const xml = privateConf(CONF, 'conf.xml', { host: '127.0.0.1', port: 4321 });
  const root = parseXml(xml, 'conf.xml');
  const texts = (...path: string[]): string[] => elementsAt(root, ...path).map((one) => textOf(xml, one));

  test('has one port, on loopback, and no other server, dashboard, web server or remote control', () => {
    expect(texts('http_server', 'port')).toEqual(['4321']);
    expect(texts('http_server', 'listening_interface')).toEqual(['127.0.0.1']);
    expect(elementsAt(root, 'https_server')).toEqual([]);
    expect(elementsAt(root, 'jmx', 'rmi_connector')).toEqual([]);
    expect(texts('dashboard', 'public')).toEqual(['N']);
    expect(texts('dashboard', 'available_on_all_servers')).toEqual(['N']);
    expect(texts('web_server', 'enabled')).toEqual(['N']);
    expect(elementsAt(root, 'control_link_address')).toEqual([]);
  });

  test('sends updates without delay, ends sessions soon, and takes the longest event there may be, escaped', () => {
    expect(texts('max_delay_millis')).toEqual(['0']);
    expect(texts('session_timeout_millis')).toEqual(['5000']);
    expect(texts('session_recovery_millis')).toEqual(['5000']);
    expect(texts('request_limit')).toEqual([String(REQUEST_LIMIT)]);
    const worst = encodeURIComponent('='.repeat(TRANSPORT_LIMIT_BYTES));
    expect(REQUEST_LIMIT).toBeGreaterThan(worst.length);
  });

  test('takes its adapters from beside it', () => {
    expect(texts('adapters_dir')).toEqual(['../adapters']);
    expect(texts('shared_dir')).toEqual(['../shared']);
  });

  test('lets pages of this machine in, whatever their port, and no others', () => {
    const allowed = elementsAt(root, 'cross_domain_policy', 'allow_access_from').map(({ attributes }) => attributes);
    expect(allowed.map((one) => /host="([^"]+)"/.exec(one)![1])).toEqual(['127.0.0.1']);
  });

  test('is otherwise what the vendor or the owner has set', () => {
    expect(texts('content_length', 'default')).toEqual(['50000']);
    expect(texts('max_buffer_size')).toEqual(['1000']);
    expect(texts('max_common_nio_buffer_allocation')).toEqual(['0']);
    expect(texts('edition_conf')).toEqual(['./lightstreamer_edition_conf.xml']);
  });

  test('listens on all interfaces and lets all pages in when browsers elsewhere must reach it', () => {
    const open = privateConf(CONF, 'conf.xml', { host: '0.0.0.0', port: 1 });
    expect(open).not.toContain('<listening_interface>');
    expect(open).toContain('<allow_access_from scheme="*" host="*" port="*" />');
  });
});

describe('a file that is no such configuration is refused', () => {
  test.each([
    ['<other/>', 'c.xml: its root element is <other>, expected <lightstreamer_conf>'],
    ['<lightstreamer_conf/>', 'c.xml: <lightstreamer_conf> <edition_conf> is not there or empty'],
    [
      '<lightstreamer_conf><edition_conf>e.xml</edition_conf></lightstreamer_conf>',
      'c.xml: <lightstreamer_conf> <logback_properties> is not there or empty',
    ],
    [
      '<lightstreamer_conf><edition_conf>../e.xml</edition_conf></lightstreamer_conf>',
      'c.xml: <edition_conf> names ../e.xml, outside of its folder; make it an absolute path',
    ],
  ])('%s', (xml, message) => {
    expect(() => privateConf(xml, 'c.xml', { host: '127.0.0.1', port: 1 })).toThrow(message);
  });
});
