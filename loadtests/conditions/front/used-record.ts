/** Records what clients of a front used: by HTTP version, by member of the swarm, and by connection. Pure. */
import { grouped, counted as n } from '../../../metrics/numbers.ts';
import { type ConditionMeasured, type ConditionPart, MOST_PARTS } from '../../../protocol/conditions.ts';
import type { HttpVersion } from './front.ts';
import type { Owners } from './owners.ts';
import { type Connection, NAMES, type Totals, totalsOf, type Used } from './used.ts';

const KEYS: Readonly<Record<HttpVersion, string>> = { '1.0': 'http10', '1.1': 'http11', '2': 'h2', '3': 'h3' };

/** The connections with the most WebSockets and requests are listed; the others are in the sums. */
const LISTED = 40;

const NO_TEST = 'no test was finished';

interface Owned extends Connection {
  /** Null: unknown. */
  member: number | null;
}

/** Some connections of one member over one version. */
interface OfMember extends Totals {
  member: number | null;
  http: HttpVersion;
}

/** @param hadTest true if there was a test that requests could begin in */
export function usedRecord(
  program: string,
  used: Used,
  owners: Pick<Owners, 'memberOf' | 'missing'>,
  hadTest: boolean,
): ConditionMeasured {
  const all = used.connections.map((one): Owned => ({ ...one, member: owners.memberOf(one.http, one.connection) }));
  const members = byMember(all);
  const byBusy = [...all].sort((a, b) => b.webSockets - a.webSockets || b.requests - a.requests);
  const inTest = ({ inTest }: Pick<Totals, 'inTest'>): number | null => (hadTest ? inTest : null);
  const missing = {
    ...(all.some(({ member }) => member === null) ? { member: owners.missing } : {}),
    ...(hadTest || all.length === 0 ? {} : { requestsInTest: NO_TEST }),
    ...(used.missing === null ? {} : { connections: used.missing }),
    ...(members.length > MOST_PARTS ? { members: `only ${MOST_PARTS} of ${members.length} are listed` } : {}),
  };
  const rest = byBusy.slice(LISTED);
  const value = valuesOf(program, used, hadTest);
  return {
    value: { ...value, ...(rest.length === 0 ? {} : unlisted(totalsOf(rest))) },
    text: textOf(value, used, members, hadTest),
    parts: {
      members: members.slice(0, MOST_PARTS).map((one): ConditionPart => {
        const { member, http, connections, requests, webSockets, most } = one;
        const counts = { connections, requests, requestsInTest: inTest(one), webSockets, mostRequests: most };
        return { member, http: NAMES[http], ...counts };
      }),
      connections: byBusy.slice(0, LISTED).map((one): ConditionPart => {
        const { member, http, tls, alpn, requests, webSockets } = one;
        const how = { http: NAMES[http], tls: tls ?? 'none', alpn: alpn ?? 'none' };
        return { member, ...how, requests, requestsInTest: inTest(one), webSockets };
      }),
    },
    ...(Object.keys(missing).length === 0 ? {} : { partsMissing: missing }),
  };
}

const unlisted = ({ connections, requests, webSockets }: Totals) => ({
  unlistedConnections: connections,
  unlistedRequests: requests,
  unlistedWebSockets: webSockets,
});

/** In the order of members, those of none last. */
function byMember(connections: readonly Owned[]): OfMember[] {
  const groups = new Map<string, Owned[]>();
  for (const one of connections) {
    const name = `${one.member} ${one.http}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  const place = ({ member }: OfMember): number => member ?? Number.POSITIVE_INFINITY;
  return [...groups.values()]
    .map((group) => ({ member: group[0]!.member, http: group[0]!.http, ...totalsOf(group) }))
    .sort((a, b) => (place(a) === place(b) ? (a.http < b.http ? -1 : 1) : place(a) - place(b)));
}

type Values = Readonly<Record<string, string | number>>;

/** The distinct TLS versions or ALPN names in one line; without a key where no connection has any. */
function distinct(used: Used, field: 'tls' | 'alpn'): Values {
  const texts = new Set(used.connections.flatMap((one) => one[field] ?? []));
  return texts.size === 0 ? {} : { [field]: [...texts].sort().join(', ') };
}

function valuesOf(program: string, used: Used, hadTest: boolean): Values {
  const counts = used.versions.flatMap((version) => {
    const { connections, requests, inTest, webSockets, most } = used.of(version);
    const key = KEYS[version];
    return [
      [`${key}Connections`, connections],
      [`${key}Requests`, requests],
      ...(hadTest ? [[`${key}RequestsInTest`, inTest]] : []),
      [`${key}WebSockets`, webSockets],
      [`${key}MostRequests`, most],
    ];
  });
  return { program, ...distinct(used, 'tls'), ...distinct(used, 'alpn'), ...Object.fromEntries(counts) };
}

function textOf({ program, tls, alpn }: Values, used: Used, members: readonly OfMember[], hadTest: boolean): string {
  const texts = used.versions.map((version) => {
    const { connections, requests, inTest, webSockets } = used.of(version);
    const which = [
      ...(webSockets === 0 ? [] : [`${n(webSockets, 'WebSocket')} of them`]),
      ...(hadTest ? [`${grouped(inTest)} began in the test`] : []),
    ];
    const own = members.filter(({ member, http }) => member !== null && http === version);
    const whose = own.length === 0 ? [] : [`${n(own.length, 'member')} with ${rangeOf(own)}`];
    return [
      `${NAMES[version]}: ${n(connections, 'connection')} with ${n(requests, 'request')}`,
      ...which,
      ...whose,
    ].join(', ');
  });
  const how = tls === undefined ? 'no TLS' : `${tls}, ALPN ${alpn ?? 'none'}`;
  return [program, ...(texts.length === 0 ? ['no requests'] : [how, ...texts])].join('; ');
}

/** Such as `1 connection each` or `2 to 6 connections each`. */
function rangeOf(members: readonly OfMember[]): string {
  const all = members.map(({ connections }) => connections);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return `${least === most ? '' : `${least} to `}${n(most, 'connection')} each`;
}
