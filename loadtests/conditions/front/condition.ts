/** A front before the server of each run: a reverse proxy with TLS, HTTP/2 or HTTP/3, as servers are deployed. */
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserSettings, NO_SETTINGS } from '../../../client-launcher/browser/preferences.ts';
import type { ConditionIdentity } from '../../../protocol/conditions.ts';
import type { Flag } from '../../../protocol/run-record.ts';
import { ensureTool } from '../../../setup/tools/install.ts';
import { ask, cacheFolder } from '../../../setup/tools/locate.ts';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { importModule } from '../../../system/import-module.ts';
import type { Condition, PreparedCondition, ReachedServer, SessionAbout } from '../condition.ts';
import { type Certificates, certificatesFor, trusted } from './authority.ts';
import { type Front, type FrontProgram, overTls, PROTOCOLS, type Protocol } from './front.ts';
import { FrontProcess, type Wanted } from './front-process.ts';
import { usedRecord } from './used-record.ts';

/** @internal `protocol` null: the best that the clients have. */
interface AskedFront {
  front: string;
  protocol: Protocol | null;
}

/** Each folder here that has a `front.ts`. */
const FRONTS = readdirSync(import.meta.dirname)
  .filter((name) => existsSync(join(import.meta.dirname, name, 'front.ts')))
  .sort();
const NONE = 'none';
/** The variable with certificates that Node.js trusts besides its own list. */
const EXTRA = 'NODE_EXTRA_CA_CERTS';

/** @throws Error that says what may be asked for */
export function frontAsked(text: string): AskedFront | null {
  if (text === NONE) return null;
  const [front = '', protocol = null, ...more] = text.split(':');
  const isKnown = protocol === null || (PROTOCOLS as readonly string[]).includes(protocol);
  if (FRONTS.includes(front) && isKnown && more.length === 0) return { front, protocol: protocol as Protocol | null };
  const names = [NONE, ...FRONTS].join(', ');
  throw new Error(
    `expected ${names}, and after a front none or one of :${PROTOCOLS.join(', :')}, such as ${FRONTS[0]}:h2`,
  );
}

async function loadFront(name: string): Promise<Front> {
  const { default: front } = await importModule(join(import.meta.dirname, name, 'front.ts'));
  return front as Front;
}

/** @throws OutcryError (wrong use) for a protocol that the clients do not have */
export function protocolFor(
  { protocol }: AskedFront,
  { swarm, elsewhere }: Pick<SessionAbout, 'swarm' | 'elsewhere'>,
): Protocol {
  if (elsewhere) {
    throw new OutcryError(
      '--front is for clients of this machine or a Grid: workers that --on starts do not know its certificate',
      EXIT.usage,
    );
  }
  if (swarm !== 'console') return protocol ?? 'h2';
  if (protocol === 'h2' || protocol === 'h3') {
    throw new OutcryError(
      `console clients speak HTTP/1.1: use --front with :tls, or --swarm browser for :${protocol}`,
      EXIT.usage,
    );
  }
  return protocol ?? 'tls';
}

const TEXTS: Readonly<Record<Protocol, string>> = {
  http: 'HTTP/1.1 without TLS',
  tls: 'HTTP/1.1 over TLS',
  h2: 'HTTP/2 and HTTP/1.1 over TLS',
  h3: 'HTTP/3, HTTP/2 and HTTP/1.1',
  'no-websocket': 'HTTP/1.1 without TLS and without WebSockets',
};

const identityOf = (front: string, protocol: Protocol): ConditionIdentity => ({
  value: { front, protocol },
  text: `${front}, which offers ${TEXTS[protocol]}`,
  mark: `behind ${front} (${protocol})`,
  otherwise: NONE,
});

/** @throws OutcryError where a front cannot stand before this server */
function demandPath({ host, otherPort }: ReachedServer): void {
  if (host === 'other') throw new OutcryError('a front cannot stand before a server on another machine', EXIT.usage);
  if (otherPort !== null) throw new OutcryError(`a front cannot stand before the server: ${otherPort}`, EXIT.failed);
}

/** Browsers otherwise use HTTP/3 with certificates of public authorities only. */
function http3Settings({ certificate }: Certificates): BrowserSettings {
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const key = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return {
    firefox: { 'network.http.http3.disable_when_third_party_roots_found': false },
    // WebDriver's word that certificates are accepted does not reach QUIC.
    chrome: ['--origin-to-force-quic-on=*', `--ignore-certificate-errors-spki-list=${key}`],
  };
}

/** A front that is in force. @param trust path of the certificates that clients must trust */
export function fronted(
  { trust, settings, ...wanted }: Omit<Wanted, 'serverPort'> & { trust: string; settings?: BrowserSettings },
  start = FrontProcess.start,
): PreparedCondition {
  const { front, program, protocol } = wanted;
  const name = `${front.name} ${program.version ?? 'of unknown version'}`;
  const flagsOf = ({ death, used }: FrontProcess): Flag[] => {
    if (death !== null) return [{ code: 'front-died', level: 'fatal', message: `${name} ${death} during the run` }];
    const fell = used.fellBack(protocol);
    if (fell === null) return [];
    const { webSockets } = used.of('1.1');
    const why =
      protocol === 'h2' && webSockets > 0 && !front.webSocketsOverH2(program)
        ? `; ${name} has no WebSockets over HTTP/2 (RFC 8441)`
        : '';
    return [{ code: 'protocol-fell-back', level: 'warning', message: fell + why }];
  };
  return {
    identity: identityOf(front.name, protocol),
    ...(wanted.switches ? { switches: true } : {}),
    clientEnvironment: { [EXTRA]: trust },
    browserSettings: { ...(settings ?? NO_SETTINGS), ...(overTls(protocol) ? { anyCertificate: true } : {}) },
    async pathTo(server, serverPort) {
      demandPath(server);
      const one = await start({ ...wanted, serverPort });
      return {
        port: one.port,
        secure: overTls(protocol),
        pid: one.pid,
        ...(one.feedPort === null ? {} : { next: { feedPort: one.feedPort, pointAt: (port) => one.pointAt(port) } }),
        beforeTest: (swarm) => one.owners.note(swarm),
        afterTest: (from, to) => one.noteTest(from, to),
        stop: () => one.stop(),
        found: () => ({ measured: usedRecord(name, one.used, one.owners, one.hadTest), flags: flagsOf(one) }),
      };
    },
  };
}

async function programOf(front: Front, say: (line: string) => void): Promise<FrontProgram> {
  const { path, version } = await ensureTool(front.name, say);
  const { text } = await ask([path, ...front.buildArguments]);
  return { path, version, build: text };
}

async function certificatesOf(say: (line: string) => void): Promise<Certificates> {
  const { path } = await ensureTool('openssl', say);
  return certificatesFor(join(cacheFolder(), 'front'), path);
}

const condition = {
  name: 'front',
  verifiable: true,
  options: [
    {
      flags: '--front <name>',
      about: `a reverse proxy before the server: ${[NONE, ...FRONTS].join(', ')}, with a protocol such as ${FRONTS[0]}:tls (default: ${NONE})`,
      parse: frontAsked,
    },
  ],
  help() {
    const lines = PROTOCOLS.map((protocol) => `  ${protocol}: ${TEXTS[protocol]}`);
    return ['Protocols of a front (default: h2 for browsers, tls for console clients):', ...lines].join('\n');
  },
  plan: async (asked) =>
    asked === null ? {} : { between: 1, sharedConnections: ['h2', 'h3'].includes(asked.protocol ?? 'h2') },
  async prepare(asked, session, say) {
    if (asked === null) return null;
    const protocol = protocolFor(asked, session);
    const front = await loadFront(asked.front);
    const program = await programOf(front, say);
    const lack = front.lacks(protocol, program);
    if (lack !== null) throw new OutcryError(`--front ${front.name}:${protocol} cannot be: ${lack}`, EXIT.missing);
    if (protocol === 'h2' && !front.webSocketsOverH2(program)) {
      say(
        `${front.name} ${program.version} has no WebSockets over HTTP/2 (RFC 8441): they use HTTP/1.1 connections of their own`,
      );
    }
    const certificates = await certificatesOf(say);
    const trust = trusted(certificates, process.env[EXTRA]);
    const settings = protocol === 'h3' ? { settings: http3Settings(certificates) } : {};
    const { host, switches = false } = session;
    if (switches && front.pointAt === undefined)
      throw new OutcryError(`--front ${front.name} cannot change its server while it runs: use haproxy`, EXIT.usage);
    return fronted({ front, program, protocol, certificates, trust, host, switches, ...settings });
  },
} satisfies Condition<AskedFront>;

export default condition;
