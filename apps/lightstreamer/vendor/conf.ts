/**
 * The vendor's main configuration file, changed for a private server. Names and meanings of the elements: the comments in
 * the server's own conf/lightstreamer_conf.xml, which is public as a template in Lightstreamer/helm-charts.
 */
import { TRANSPORT_LIMIT_BYTES } from '../../../protocol/verbs.ts';
import { escapeXml, requiredText, withoutElements } from './xml.ts';

/** Longest request, bytes: the contract's longest event, every byte of it percent-encoded, and what is around it. */
export const REQUEST_LIMIT = 3 * TRANSPORT_LIMIT_BYTES + 65_536;

/** The life of a session without a connection, ms: the vendor's default, so that a folder's own setting changes no test. */
const SESSION_MS = 10_000;

/** Elements of a deployment that a private server must not have, and that the settings below do not replace. */
const REMOVED = [
  'https_server',
  'enable_expansion_for_adapters_config',
  'control_link_address',
  'control_link_machine_name',
  'max_session_duration_minutes',
  'max_sessions',
];

/** Every answer over HTTP, of any size. WebSockets have none. */
const COMPRESSION = `
    <use_compression>Y</use_compression>
    <compression_threshold>0</compression_threshold>`;

interface Place {
  host: string;
  port: number;
  compresses?: boolean;
}

const WILDCARDS = ['0.0.0.0', '::', '[::]', '*'];

/** True if `host` stands for all interfaces. */
export const isWildcard = (host: string): boolean => WILDCARDS.includes(host);

/**
 * @param xml the vendor's file, @param file its name in errors
 * @param place the interface and the port for clients; `compresses`: true if streams to them over HTTP are compressed
 * @throws Error that names file and element when it is not such a file
 */
export function privateConf(xml: string, file: string, place: Place): string {
  for (const element of ['edition_conf', 'logback_properties']) {
    const path = requiredText(xml, file, element);
    // The folder of the file is copied, and not what is beside it.
    if (!path.replaceAll('\\', '/').startsWith('../')) continue;
    throw new Error(`${file}: <${element}> names ${path}, outside of its folder; make it an absolute path`);
  }
  const ours = settings(place);
  const names = Array.from(ours.matchAll(/^ {4}<(\w+)/gm), ([, name]) => name!);
  const rest = withoutElements(xml, [...names, ...REMOVED]);
  const end = /<\/lightstreamer_conf\s*>\s*$/i.exec(rest)?.index;
  if (end === undefined) throw new Error(`${file}: it does not end with </lightstreamer_conf>`);
  return `${rest.slice(0, end)}${ours}${rest.slice(end)}`;
}

/** The settings of a private server; an element that is indented by four spaces takes the place of the vendor's. */
function settings({ host, port, compresses = false }: Place): string {
  // Pages come from the app's own port, which is another origin. The server does not start with a host name without a dot, such as
  // localhost.
  const origins =
    isWildcard(host) || !/[.:]/.test(host)
      ? ['scheme="*" host="*" port="*"']
      : [host, '127.0.0.1'].map((name) => `scheme="http" host="${escapeXml(name)}" port="*"`);
  return `
    <!-- From here on: Outcry's settings for a private server (apps/lightstreamer/vendor/conf.ts). -->
    <http_server name="Outcry">
        <port>${port}</port>${isWildcard(host) ? '' : `\n        <listening_interface>${escapeXml(host)}</listening_interface>`}
    </http_server>
    <request_limit>${REQUEST_LIMIT}</request_limit>
    <cross_domain_policy accept_extra_headers="" accept_credentials="Y">
${[...new Set(origins)].map((origin) => `        <allow_access_from ${origin} />`).join('\n')}
    </cross_domain_policy>
    <server_tokens>FULL</server_tokens>
    <jmx><disable_session_mbeans>Y</disable_session_mbeans></jmx>
    <ensure_stopping_service>N</ensure_stopping_service>
    <dashboard>
        <jmxtree_enabled>N</jmxtree_enabled>
        <public>N</public>
        <available_on_all_servers>N</available_on_all_servers>
    </dashboard>
    <healthcheck><available_on_all_servers>Y</available_on_all_servers></healthcheck>
    <adapters_dir>../adapters</adapters_dir>
    <shared_dir>../shared</shared_dir>
    <session_timeout_millis>${SESSION_MS}</session_timeout_millis>
    <session_recovery_millis>${SESSION_MS}</session_recovery_millis>
    <!-- The server sends an update at once, and does not wait for more of them. -->
    <max_delay_millis>0</max_delay_millis>${compresses ? COMPRESSION : ''}
    <mpn><enabled>N</enabled></mpn>
    <web_server><enabled>N</enabled></web_server>
`;
}
