import { factsOfConf, factsOfHeader, factsOfLog, limitsSentence, NOTHING_KNOWN } from './limits.ts';

const conf = (edition: string, details = '', features = ''): string =>
  `<lightstreamer_edition_conf><license><edition>${edition}</edition>
    <enterprise_edition_details>${details}</enterprise_edition_details>
    <optional_features>${features}</optional_features>
  </license></lightstreamer_edition_conf>`;
const license = (type: string): string => `<license_type>${type}</license_type>`;
const client = (api: string): string => `<enabled_client_api>${api}</enabled_client_api>`;
const FEATURES = '<feature id="max_downstream_rate">3</feature><feature id="nodejs_client">N</feature>';
const NARROWED = `${license('PRODUCTION')}<restricted_feature_set>Y</restricted_feature_set>`;

test.each([
  [
    'the demo license',
    conf('ENTERPRISE', license('DEMO')),
    'Enterprise edition, demo license: at most 20 clients at once',
  ],
  [
    'the Community edition, for pages',
    conf('COMMUNITY', client('javascript_client')),
    'Community edition: no clients in Node.js; updates to clients may be limited in number per second',
  ],
  [
    'the Community edition, for Node.js',
    conf('COMMUNITY', client('nodejs_client')),
    'Community edition: no clients in browsers; updates to clients may be limited in number per second',
  ],
  [
    'a license with fewer features',
    conf('ENTERPRISE', NARROWED, FEATURES),
    'Enterprise edition, production license: at most 3 updates per second and item; no clients in Node.js',
  ],
  [
    'the limited non-production license',
    conf('ENTERPRISE', license('NON-PRODUCTION-LIMITED')),
    'Enterprise edition, non-production-limited license: the server restarts every 210 minutes',
  ],
  ['a license without limits', conf('ENTERPRISE', license('PRODUCTION'), FEATURES), null],
  ['an unknown edition', '<lightstreamer_edition_conf/>', null],
])('the configuration of %s', (_, xml, limits) => {
  expect(limitsSentence(factsOfConf(xml))).toBe(limits && `Lightstreamer Server, ${limits}`);
});

/** A line in the form of those that a 7.x server writes when it starts. */
const line = (name: string, value: string): string =>
  `01-Jan-26|INFO |L.init |main |        ${name.padEnd(33)}: ${value}`;
const LOG = [
  '01-Jan-26|INFO |L.init |main |Lightstreamer Server 7.4.9 build 3500',
  line('Edition', 'ENTERPRISE'),
  line('License Type', 'DEMO'),
  line('Max Message Rate (Downstream)', 'unlimited'),
  line('Web Client API', 'enabled (all versions)'),
  line('Node.js Client API', 'enabled (all versions)'),
  '01-Jan-26|WARN |L.init |main |Lightstreamer Server is running with a Demo license, which has a limit of 25 concurrent users and more',
].join('\n');
const BEFORE = factsOfConf(conf('ENTERPRISE', license('DEMO')));

test('what the broker logs takes precedence over its configuration', () => {
  const facts = factsOfLog(LOG, BEFORE);
  expect(facts).toEqual({
    ...{ version: '7.4.9 build 3500', edition: 'ENTERPRISE', licenseType: 'DEMO' },
    ...{ clients: 25, messageRate: 'unlimited', webClients: true, nodeClients: true },
  });
  expect(limitsSentence(facts)).toMatch(/at most 25 clients at once$/);
  expect(factsOfLog('nothing of interest', BEFORE)).toEqual(BEFORE);
});

test('a logged limit of the rate that is no number is given in the broker’s own words', () => {
  const log = LOG.replace('unlimited', '1 update/sec')
    .replace(/^.*Demo license.*$/m, '')
    .replace('DEMO', 'PRODUCTION');
  expect(limitsSentence(factsOfLog(log, BEFORE))).toBe(
    'Lightstreamer Server, Enterprise edition, production license: message rate to clients: 1 update/sec',
  );
});

const OWNER = '(Lightstreamer Push Server - www.lightstreamer.com)';
test.each([
  [`Lightstreamer Server/7.4.9 build 3500 ${OWNER} COMMUNITY edition`, '7.4.9 build 3500', 'COMMUNITY'],
  [`Lightstreamer Server ${OWNER} COMMUNITY edition`, null, 'COMMUNITY'],
  ['Lightstreamer Server', null, null],
  [`Lightstreamer-Server/7.2.0 build 2001 ${OWNER} ENTERPRISE edition`, '7.2.0 build 2001', 'ENTERPRISE'],
  ['nginx', null, null],
])('the header "%s"', (header, version, edition) => {
  expect(factsOfHeader(header)).toEqual({ ...NOTHING_KNOWN, version, edition });
});
