/** `./outcry verify`: does an app keep the rules that every app must keep? Looked at from outside, through its adapter. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Transport } from '../../protocol/socket.ts';
import { adapterOf, loadAdapter } from '../../setup/apps/build/build.ts';
import { type App, transportsOf, verbsOf } from '../../setup/apps/manifest/manifest.ts';
import { partInUse } from '../../setup/apps/manifest/substitute.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { atMost } from '../../system/at-most.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { slowness } from '../../system/slowness.ts';
import type { PreparedConditions } from '../conditions/condition.ts';
import { networkPathTo } from '../session/measure/network-path.ts';
import { waitingConnections } from './backlog.ts';
import type { Check } from './check.ts';
import { type CheckResult, runLane } from './check-sequence.ts';
import { CHECKS, LANES } from './checks/lanes.ts';
import type { TestServers } from './context.ts';
import { startClientToKill } from './killed-client.ts';
import { GRACE_MS, Progress } from './lane-progress.ts';
import { tapBefore } from './tap.ts';
import { limitsNow, START_MS } from './time-limits.ts';

interface VerifyOptions {
  /** Default: all that the console swarm can use. */
  transports?: Transport[];
  /** Called with each result as it comes; results of several transports come interleaved. */
  onResult?(result: CheckResult): void;
  /** Only the checks of these names. */
  only?: readonly string[];
  /** The time after the first failure that the suite goes on to find more, ms. Default {@link GRACE_MS}. */
  graceMs?: number;
  /** Servers running at once. Default: what the free memory allows, at most 12. */
  concurrency?: number;
  /** Servers are started as short-lived ones; default: as those that are measured. */
  shortLived?: boolean;
  /** Conditions that are in force between clients and servers; default: none. */
  conditions?: PreparedConditions;
  /** The source of servers and clients; tests put their own in. Default: the app's processes. */
  servers?: TestServers;
}

export interface VerifyResult {
  framework: string;
  /** No check failed. */
  ok: boolean;
  /** Transports that were looked at, and those of them that keep every rule. */
  transports: Transport[];
  verified: Transport[];
  /** Transports that only browsers can use: the load page test covers them. */
  browserOnly: Transport[];
  /** The substitute for a part of the framework, and the limits of the edition that was run, in the server's words. */
  substitute: string | null;
  limits: string | null;
  /** In the order of the checks, then of the transports. */
  results: CheckResult[];
}

const MOST_SERVERS = 12;
/** The memory that a server in a virtual machine of its own may take. */
const SERVER_BYTES = 512 * 1_048_576;

/**
 * Verifies a built app over each transport.
 * @throws OutcryError (wrong use) for a transport that the app does not have or only browsers can use, and for an unknown check
 */
export async function verifyApp(app: App, options: VerifyOptions = {}): Promise<VerifyResult> {
  const possible = transportsOf(app, 'console');
  const browserOnly = transportsOf(app, 'browser').filter((transport) => !possible.includes(transport));
  const transports = options.transports ?? possible;
  for (const transport of transports) {
    if (possible.includes(transport)) continue;
    const why = browserOnly.includes(transport) ? 'can be used by browsers only' : 'is not one of its transports';
    throw new OutcryError(
      `${nameOf(app)}: ${transport} ${why}; verify can look at: ${possible.join(', ')}`,
      EXIT.usage,
    );
  }
  const chosen = chooseChecks(options.only);
  const progress = new Progress(options.graceMs ?? GRACE_MS);
  const results: CheckResult[] = [];
  const report = (result: CheckResult): void => {
    results.push(result);
    options.onResult?.(result);
  };
  const scratch = mkdtempSync(join(tmpdir(), 'outcry-verify-'));
  let said: Pick<Server, 'substitute' | 'limits'> = { substitute: null, limits: null };
  try {
    const given = options.servers ?? (await serverProcesses(app, scratch, options));
    const startServer: TestServers['startServer'] = async (env) => {
      const server = await given.startServer(env);
      said = server;
      return server;
    };
    const servers: TestServers = { ...given, startServer };
    // The last lanes wait longest: for a server to miss a client that has vanished.
    const tasks = [...LANES].reverse().flatMap((lane) =>
      transports.map((transport) => () => {
        const verbs = verbsOf(app, transport);
        const mine = lane.filter((check) => check.scope === 'transport' || transport === transports[0]);
        const asked = mine.filter(chosen);
        const checks = asked.filter((check) => check.needs?.(verbs, app, transport) ?? true);
        return runLane(servers, transport, checks, report, progress);
      }),
    );
    await atMost(sharesOne(app) ? 1 : Math.min(options.concurrency ?? MOST_SERVERS, serversThatFit()), tasks);
  } finally {
    progress.end();
    rmSync(scratch, { recursive: true, force: true });
  }
  sortResults(results, transports);
  const failed = (transport: Transport): boolean =>
    results.some((result) => isBad(result) && (result.transport === transport || result.transport === null));
  return {
    framework: nameOf(app),
    ok: !results.some(isBad),
    transports,
    verified: transports.filter((transport) => !failed(transport)),
    browserOnly,
    substitute: said.substitute,
    limits: said.limits,
    results,
  };
}

/** @throws OutcryError (wrong use) for a name that no check has */
function chooseChecks(only: readonly string[] | undefined): (check: Check) => boolean {
  if (only === undefined) return () => true;
  const unknown = only.find((name) => !CHECKS.some((check) => check.name === name));
  if (unknown === undefined) return (check) => only.includes(check.name);
  const names = CHECKS.map(({ name }) => `  ${name}`).join('\n');
  throw new OutcryError(`no check is called "${unknown}"; there are:\n${names}`, EXIT.usage);
}

const isBad = (result: CheckResult): boolean => result.status === 'failed' || result.status === 'skipped';

function sortResults(results: CheckResult[], transports: Transport[]): void {
  const names = CHECKS.map((check) => check.name);
  const place = (transport: Transport | null): number => (transport === null ? -1 : transports.indexOf(transport));
  results.sort((a, b) => names.indexOf(a.check) - names.indexOf(b.check) || place(a.transport) - place(b.transport));
}

/** A part of the framework that runs somewhere takes one server at a time. */
function sharesOne({ substitute }: App): boolean {
  return substitute !== undefined && partInUse(substitute).use === 'address';
}

function serversThatFit(): number {
  return Math.max(1, Math.min(MOST_SERVERS, Math.floor(freemem() / SERVER_BYTES)));
}

/** The app's own server processes, each on a database of its own where the app can have one in a file. */
async function serverProcesses(
  app: App,
  scratch: string,
  { conditions = new Map(), shortLived = false }: VerifyOptions,
): Promise<TestServers> {
  const adapterPath = adapterOf(app);
  const adapter = await loadAdapter(app);
  let servers = 0;
  /** A start for each core: a dozen virtual machines that come up at once would keep servers that are up from answering in time. */
  const oneForEachCore = pLimit(availableParallelism());
  return {
    app,
    adapter,
    limits: limitsNow,
    startServer: async (env = {}) => {
      servers += 1;
      const databaseUrl = app.databases.includes('sqlite') ? `sqlite:${join(scratch, `${servers}.sqlite`)}` : undefined;
      const server = await oneForEachCore(() => {
        const readyMs = Math.ceil(START_MS * slowness());
        return startServer(app, { env, readyMs, shortLived, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
      });
      return under(conditions, server);
    },
    startClientToKill: (url, transport, task) => {
      // A process has to start first.
      const deadlineMs = 2 * limitsNow().answerMs;
      return startClientToKill({ adapterPath, url, transport, deadlineMs }, task);
    },
    // Past conditions, which may stand between in another protocol.
    tapBefore: ({ port }) => tapBefore(port),
    waitingConnections,
  };
}

/** The server as clients reach it under `conditions`. Its control is its own. */
async function under(conditions: PreparedConditions, server: Server): Promise<Server> {
  if (conditions.size === 0) return server;
  try {
    const reached = { ...server, host: 'this', handedOn: false } as const;
    const { url, stop } = await networkPathTo(reached, { host: '127.0.0.1', wire: null }, conditions);
    void server.exited.then(stop);
    return {
      ...server,
      url,
      stop: async () => void (await Promise.all([server.stop(), server.exited.then(stop)])),
      kill: async () => void (await Promise.all([server.kill(), server.exited.then(stop)])),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
