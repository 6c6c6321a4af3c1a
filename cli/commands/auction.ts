/** `./outcry auction <framework>`: serves one framework's auction house until Ctrl-C. */
import { createServer } from 'node:net';
import type { Command } from 'commander';
import { CONTROL_TOKEN } from '../../protocol/control.ts';
import { makeReady } from '../../setup/apps/build/prepare-apps.ts';
import { findApps } from '../../setup/apps/manifest/elsewhere.ts';
import { type App, auctionTransportsOf } from '../../setup/apps/manifest/manifest.ts';
import { selectApps } from '../../setup/apps/manifest/select-apps.ts';
import { startServer } from '../../setup/apps/places/server-process.ts';
import { nameOf } from '../../setup/apps/versions/app-versions.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { onExit } from '../../system/processes.ts';
import { whole, withApps } from '../options/common-options.ts';

/** The first port to try. */
const PORT = 4700;
const PORTS_TRIED = 50;
const HOST = '127.0.0.1';

interface Options {
  apps?: string[];
  transport?: string;
  port?: number;
}

export function addAuctionCommand(program: Command): void {
  withApps(program.command('auction'))
    .description("serve one framework's auction house on this machine until Ctrl-C")
    .argument('<framework>', 'the framework')
    .option('--transport <name>', "the transport the page connects over (default: the framework's main one)")
    .option('--port <n>', `the port to serve on (default: ${PORT}, or the next free one)`, whole(1, 65_535))
    .addHelpText(
      'after',
      `
Open the address in two browsers and bid against yourself. Data is kept in a file under apps/<framework>/data
(your own apps and other versions: under .outcry/apps). To use another database, set the environment variable
DATABASE_URL (sqlite:FILE, mysql://USER:PASSWORD@HOST/NAME).

Example:
  ./outcry auction bare --transport sse`,
    )
    .action(serve);
}

async function serve(framework: string, options: Options): Promise<void> {
  const say = (line: string): void => console.error(line);
  const apps = findApps(options.apps);
  const [chosen] = selectApps(apps, [framework]);
  const app = withAuction(chosen!, apps);
  const query = transportQuery(app, options.transport);
  const databaseUrl = databaseFor(app, process.env.DATABASE_URL);
  await makeReady([app], true, say);
  const port = await freePort(options.port);
  const server = await startServer(app, {
    host: HOST,
    port,
    // This server is for people; it is not measured.
    env: { [CONTROL_TOKEN]: undefined },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  let interrupted = false;
  onExit(() => {
    interrupted = true;
    return server.stop();
  });
  if (server.substitute !== null) say(`substitute: ${server.substitute}`);
  if (server.limits !== null) say(`limited edition: ${server.limits}`);
  console.log(`Auction house on ${app.label}: ${server.url}/${query}`);
  say('Open it in two browsers. Ctrl-C ends it.');
  const ended = await server.exited;
  if (interrupted) return;
  const log = server.log().split('\n').slice(-15).join('\n');
  throw new OutcryError(
    `the ${nameOf(app)} server ended unexpectedly (${ended})${log ? `; its log ends:\n${log}` : ''}`,
  );
}

function withAuction(app: App, apps: App[]): App {
  if (app.features.includes('auction')) return app;
  const others = apps.filter((one) => one.features.includes('auction'));
  const have = others.map((one) => one.id).join(', ') || 'none';
  throw new OutcryError(`${app.id} has no auction house; frameworks that have one: ${have}`, EXIT.usage);
}

/** The part of the page's address that chooses the transport. */
function transportQuery(app: App, transport: string | undefined): string {
  if (transport === undefined) return '';
  const have = auctionTransportsOf(app, 'browser');
  if ((have as string[]).includes(transport)) return `?transport=${transport}`;
  throw new OutcryError(
    `${app.id} has no auction house over "${transport}" in browsers; choose one of: ${have.join(', ')}`,
    EXIT.usage,
  );
}

function databaseFor(app: App, url: string | undefined): string | undefined {
  if (url === undefined || url === '') return undefined;
  const scheme = url.split(':', 1)[0]!;
  if (app.databases.includes(scheme)) return url;
  // Only the scheme: the rest may hold a password.
  const have = app.databases.join(', ') || 'none';
  throw new OutcryError(
    `DATABASE_URL begins with "${scheme}:", which ${app.id} cannot use; it can use: ${have}`,
    EXIT.usage,
  );
}

/** The port asked for, or the first free one. */
async function freePort(asked: number | undefined): Promise<number> {
  if (asked !== undefined) {
    if (await isFree(asked)) return asked;
    throw new OutcryError(`port ${asked} on ${HOST} is taken or not allowed; choose another with --port`, EXIT.missing);
  }
  for (let port = PORT; port < PORT + PORTS_TRIED; port += 1) if (await isFree(port)) return port;
  throw new OutcryError(`ports ${PORT} to ${PORT + PORTS_TRIED - 1} are taken; choose one with --port`, EXIT.missing);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}
