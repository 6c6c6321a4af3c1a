import { factsOfConf, factsOfHeader, factsOfLog, limitsSentence, NOTHING_KNOWN } from './limits.ts';

const conf = (edition: string, community = '', enterprise = '', features = ''): string =>
  `<lightstreamer_edition_conf><license><edition>${edition}</edition>
    <community_edition_details>${community}</community_edition_details>
    <enterprise_edition_details>${enterprise}</enterprise_edition_details>
    <optional_features>${features}</optional_features>
  </license></lightstreamer_edition_conf>`;
const sentence = (xml: string): string | null => limitsSentence(factsOfConf(xml, 'edition.xml'));

/** In the form of what a 7.x server writes when it starts. */
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

describe('the limits of an edition', () => {
  test('of the demo license: its clients, as documented', () => {
    expect(sentence(conf('ENTERPRISE', '', '<license_type>DEMO</license_type>'))).toBe(
      'Lightstreamer Server, Enterprise edition, demo license: at most 20 clients at once',
    );
  });

  test('of the Community edition: the one kind of client; of the rate only that there may be a limit', () => {
    expect(sentence(conf('COMMUNITY', '<enabled_client_api>javascript_client</enabled_client_api>'))).toBe(
      'Lightstreamer Server, Community edition: no clients in Node.js; updates to clients may be limited in number per second',
    );
    expect(sentence(conf('COMMUNITY', '<enabled_client_api>nodejs_client</enabled_client_api>'))).toContain(
      'no clients in browsers',
    );
  });

  test('of a license whose features are narrowed: as they are set', () => {
    const features = '<feature id="max_downstream_rate">3</feature><feature id="nodejs_client">N</feature>';
    const license = '<license_type>PRODUCTION</license_type>';
    expect(
      sentence(conf('ENTERPRISE', '', `${license}<restricted_feature_set>Y</restricted_feature_set>`, features)),
    ).toBe(
      'Lightstreamer Server, Enterprise edition, production license: at most 3 updates per second and item; no clients in Node.js',
    );
    expect(sentence(conf('ENTERPRISE', '', license, features))).toBeNull();
  });

  test('of the limited non-production license: its restarts', () => {
    expect(sentence(conf('ENTERPRISE', '', '<license_type>NON-PRODUCTION-LIMITED</license_type>'))).toMatch(
      /: the server restarts every 210 minutes$/,
    );
  });

  test('are not made up: none where nothing is known', () => {
    expect(limitsSentence(NOTHING_KNOWN)).toBeNull();
    expect(sentence(conf('ENTERPRISE', '', '<license_type>PRODUCTION</license_type>'))).toBeNull();
  });
});

describe('what the broker says of itself', () => {
  const before = factsOfConf(conf('ENTERPRISE', '', '<license_type>DEMO</license_type>'), 'edition.xml');

  test('when it starts counts more than its configuration', () => {
    const facts = factsOfLog(LOG, before);
    expect(facts).toEqual({
      version: '7.4.9 build 3500',
      edition: 'ENTERPRISE',
      licenseType: 'DEMO',
      clients: 25,
      messageRate: 'unlimited',
      webClients: true,
      nodeClients: true,
    });
    expect(limitsSentence(facts)).toMatch(/at most 25 clients at once$/);
  });

  test('is believed when it limits the rate, in its own words where they are not a number', () => {
    const log = LOG.replace('unlimited', '1 update/sec').replace(/^.*Demo license.*$/m, '');
    const production = { ...before, licenseType: 'PRODUCTION' };
    expect(limitsSentence(factsOfLog(log.replace(': DEMO', ': PRODUCTION'), production))).toBe(
      'Lightstreamer Server, Enterprise edition, production license: message rate to clients: 1 update/sec',
    );
  });

  test('and what it does not say stays as it was', () => {
    expect(factsOfLog('nothing of interest', before)).toEqual(before);
  });

  test.each([
    [
      'Lightstreamer Server/7.4.9 build 3500 (Lightstreamer Push Server - www.lightstreamer.com) COMMUNITY edition',
      '7.4.9 build 3500',
      'COMMUNITY',
    ],
    ['Lightstreamer Server (Lightstreamer Push Server - www.lightstreamer.com) COMMUNITY edition', null, 'COMMUNITY'],
    ['Lightstreamer Server', null, null],
    [
      'Lightstreamer-Server/7.2.0 build 2001 (Lightstreamer Push Server - www.lightstreamer.com) ENTERPRISE edition',
      '7.2.0 build 2001',
      'ENTERPRISE',
    ],
    ['nginx', null, null],
  ])('in the header "%s"', (header, version, edition) => {
    expect(factsOfHeader(header)).toEqual({ ...NOTHING_KNOWN, version, edition });
  });
});
