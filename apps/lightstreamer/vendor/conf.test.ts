import { TRANSPORT_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { privateConf, REQUEST_LIMIT } from './conf.ts';

/** Settings of the vendor or the owner, which Outcry does not change. */
const KEPT = `
    <edition_conf>./lightstreamer_edition_conf.xml</edition_conf>
    <logback_properties>./lightstreamer_log_conf.xml</logback_properties>
    <content_length><default>50000</default></content_length>
    <max_buffer_size>1000</max_buffer_size>
    <max_common_nio_buffer_allocation>0</max_common_nio_buffer_allocation>
`;
/** A configuration like the vendor's, of a server that is in use. */
const CONF = `<?xml version="1.0" encoding="UTF-8"?>
<lightstreamer_conf>
    <http_server name="one"><port>8080</port></http_server>
    <http_server name="two"><port>8081</port></http_server>
    <https_server name="three"><port>8443</port></https_server>
    <jmx><rmi_connector><port ssl="N">8888</port></rmi_connector></jmx>
    <dashboard><public>Y</public></dashboard>
    <!-- <adapters_dir>../my_adapters</adapters_dir> -->
    <session_timeout_millis>20000</session_timeout_millis>
    <Max_Delay_Millis>30</Max_Delay_Millis>
    <web_server><enabled>Y</enabled></web_server>
    <control_link_address>push.example.org</control_link_address>
${KEPT}
</lightstreamer_conf>
`;

test('a private server has Outcry’s settings in place of the deployment’s, and keeps all others', () => {
  const xml = privateConf(CONF, 'conf.xml', { host: '127.0.0.1', port: 4321 });
  const lines = xml.split('\n').map((line) => line.trim());
  expect(
    lines.filter((line) => /port>|interface|public|avail|enabled|_dir>|millis|limit|allow|control/i.test(line)),
  ).toEqual([
    '<port>4321</port>',
    '<listening_interface>127.0.0.1</listening_interface>',
    `<request_limit>${REQUEST_LIMIT}</request_limit>`,
    '<allow_access_from scheme="http" host="127.0.0.1" port="*" />',
    '<jmxtree_enabled>N</jmxtree_enabled>',
    '<public>N</public>',
    '<available_on_all_servers>N</available_on_all_servers>',
    '<healthcheck><available_on_all_servers>Y</available_on_all_servers></healthcheck>',
    '<adapters_dir>../adapters</adapters_dir>',
    '<shared_dir>../shared</shared_dir>',
    '<session_timeout_millis>10000</session_timeout_millis>',
    '<session_recovery_millis>10000</session_recovery_millis>',
    '<max_delay_millis>0</max_delay_millis>',
    '<mpn><enabled>N</enabled></mpn>',
    '<web_server><enabled>N</enabled></web_server>',
  ]);
  expect(xml).toContain(KEPT);
  expect(xml).toMatch(/<\/web_server>\n<\/lightstreamer_conf>\n$/);
});

test('it compresses what goes over HTTP only if asked to', () => {
  const own = CONF.replace(KEPT, `${KEPT}<use_compression>N</use_compression>`);
  const place = { host: '127.0.0.1', port: 1 };
  expect(privateConf(own, 'conf.xml', place).match(/<\w*compression\w*>\w+/g)).toEqual(['<use_compression>N']);
  expect(privateConf(own, 'conf.xml', { ...place, compresses: true }).match(/<\w*compression\w*>\w+/g)).toEqual([
    '<use_compression>Y',
    '<compression_threshold>0',
  ]);
});

test('it takes the longest event, percent-encoded', () => {
  expect(REQUEST_LIMIT).toBeGreaterThan(encodeURIComponent('='.repeat(TRANSPORT_LIMIT_BYTES)).length);
});

test('it listens on all interfaces and lets all pages in when browsers elsewhere must reach it', () => {
  const open = privateConf(CONF, 'conf.xml', { host: '0.0.0.0', port: 1 });
  expect(open).not.toContain('<listening_interface>');
  expect(open).toContain('<allow_access_from scheme="*" host="*" port="*" />');
});

const EDITION = '<edition_conf>e.xml</edition_conf>';
test.each([
  ['<lightstreamer_conf/>', '<edition_conf> is missing or empty'],
  [`<lightstreamer_conf>${EDITION}</lightstreamer_conf>`, '<logback_properties> is missing or empty'],
  [
    '<edition_conf>../e.xml</edition_conf>',
    '<edition_conf> names ../e.xml, outside of its folder; make it an absolute path',
  ],
  [`<a>${EDITION}<logback_properties>l</logback_properties></a>`, 'it does not end with </lightstreamer_conf>'],
])('%s is refused', (xml, message) => {
  expect(() => privateConf(xml, 'c.xml', { host: '127.0.0.1', port: 1 })).toThrow(`c.xml: ${message}`);
});
