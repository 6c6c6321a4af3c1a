/**
 * The limits of an edition of the vendor's broker, in one sentence. Figures come from the broker itself or from the vendor's published
 * documents, each named below. There are no others.
 */
import { textOf } from './xml.ts';

/** Known facts of the broker that runs; null: not known. */
export interface EditionFacts {
  /** Such as "7.4.9 build 3500". */
  version: string | null;
  /** "COMMUNITY" or "ENTERPRISE". */
  edition: string | null;
  /** "DEMO", "PRODUCTION" ...; of the Enterprise edition only. */
  licenseType: string | null;
  /** Clients at once. */
  clients: number | null;
  /** Updates to clients: "unlimited", a number per second and item, or the broker's own words. */
  messageRate: string | null;
  /** True if clients in browsers, or in Node.js, are let in. */
  webClients: boolean | null;
  nodeClients: boolean | null;
}

export const NOTHING_KNOWN: Readonly<EditionFacts> = {
  ...{ version: null, edition: null, licenseType: null, clients: null },
  ...{ messageRate: null, webClients: null, nodeClients: null },
};

/**
 * Facts from conf/lightstreamer_edition_conf.xml, whose comments say what the elements mean: the Community edition lets in one
 * kind of client, and an Enterprise license can be narrowed by `restricted_feature_set`.
 */
export function factsOfConf(xml: string): EditionFacts {
  const text = (name: string, id?: string): string | null => textOf(xml, name, id)?.toUpperCase() ?? null;
  const is = (value: string, expected: string | null): boolean | null =>
    expected === null ? null : expected === value;
  const edition = text('edition');
  if (edition === 'COMMUNITY') {
    const client = text('enabled_client_api');
    const [webClients, nodeClients] = [is('JAVASCRIPT_CLIENT', client), is('NODEJS_CLIENT', client)];
    return { ...NOTHING_KNOWN, edition, webClients, nodeClients };
  }
  const facts = { ...NOTHING_KNOWN, edition, licenseType: text('license_type') };
  if (text('restricted_feature_set') !== 'Y') return facts;
  return {
    ...facts,
    messageRate: textOf(xml, 'feature', 'max_downstream_rate'),
    webClients: is('Y', text('feature', 'javascript_client')),
    nodeClients: is('Y', text('feature', 'nodejs_client')),
  };
}

/** Facts from the lines that the broker logs when it starts. Facts that they lack are as in `before`. */
export function factsOfLog(log: string, before: EditionFacts): EditionFacts {
  const find = (pattern: RegExp): string | null => pattern.exec(log)?.[1]?.trim() ?? null;
  const enabled = (pattern: RegExp): boolean | null => find(pattern)?.toLowerCase().startsWith('enabled') ?? null;
  const clients = find(/limit of (\d+) concurrent users/);
  return {
    version: find(/Lightstreamer Server (\d+\.\d+\S* build \S+)/) ?? before.version,
    edition: find(/\bEdition +: (\S+)/) ?? before.edition,
    licenseType: find(/\bLicense Type +: (\S+)/) ?? before.licenseType,
    clients: clients === null ? before.clients : Number(clients),
    messageRate: find(/Max Message Rate \(Downstream\) +: (.+)/) ?? before.messageRate,
    webClients: enabled(/Web Client API +: (.+)/) ?? before.webClients,
    nodeClients: enabled(/Node\.js Client API +: (.+)/) ?? before.nodeClients,
  };
}

/** True if that is the `Server` header of one of the vendor's brokers. */
export const isVendorsHeader = (header: string): boolean => /^Lightstreamer[- ]Server\b/.test(header);

/**
 * Facts from the `Server` header of its answers, in the two forms that `server_tokens` in lightstreamer_conf.xml describes:
 * "Lightstreamer Server" alone, and with a version, where 7.2 writes a hyphen.
 */
export function factsOfHeader(header: string): EditionFacts {
  return {
    ...NOTHING_KNOWN,
    version: /^Lightstreamer[- ]Server\/(\S+ build \S+)/.exec(header)?.[1] ?? null,
    edition: /^Lightstreamer[- ]Server.*\b(\w+) edition\s*$/i.exec(header)?.[1]?.toUpperCase() ?? null,
  };
}

/** Clients at once; null when no limit is known. */
export function maxClientsOf({ clients, licenseType }: EditionFacts): number | null {
  // "Limited to 20 concurrent clients": lightstreamer.com/share/docs/Lightstreamer_License_Types.pdf
  return clients ?? (licenseType?.toLowerCase() === 'demo' ? 20 : null);
}

/** The sentence to show with every number; null when nothing is known to be limited. */
export function limitsSentence(facts: EditionFacts): string | null {
  const { edition, messageRate, webClients, nodeClients } = facts;
  const license = facts.licenseType?.toLowerCase() ?? null;
  const limits: string[] = [];
  const clients = maxClientsOf(facts);
  if (clients !== null) limits.push(`at most ${clients} clients at once`);
  // "Server restarts every 210 minutes": the same document
  if (license === 'non-production-limited') limits.push('the server restarts every 210 minutes');
  const rate = rateLimit(messageRate);
  if (rate !== null) limits.push(rate);
  if (webClients === false) limits.push('no clients in browsers');
  if (nodeClients === false) limits.push('no clients in Node.js');
  if (edition === 'COMMUNITY' && messageRate === null) {
    // "depending on Edition and License Type": API reference of MetadataProvider.getAllowedMaxItemFrequency
    limits.push('updates to clients may be limited in number per second');
  }
  if (limits.length === 0) return null;
  const name = edition === null ? '' : `, ${edition[0]}${edition.slice(1).toLowerCase()} edition`;
  return `Lightstreamer Server${name}${license === null ? '' : `, ${license} license`}: ${limits.join('; ')}`;
}

function rateLimit(rate: string | null): string | null {
  if (rate === null || /^unlimited/i.test(rate)) return null;
  // 1 and 3: the comment on max_downstream_rate in lightstreamer_edition_conf.xml
  const number = /^\d+$/.test(rate) ? Number(rate) : null;
  return number === null
    ? `message rate to clients: ${rate}`
    : `at most ${number} ${number === 1 ? 'update' : 'updates'} per second and item`;
}
