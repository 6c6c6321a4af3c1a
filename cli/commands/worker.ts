/** `./outcry worker`: a console worker for a runner on another machine. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { filesNeeded } from '../../client-launcher/console/client-capacity.ts';
import { joinUrl } from '../../client-launcher/console/joining/address.ts';
import { joinSession } from '../../client-launcher/console/joining/join.ts';
import { demandToken, JOIN_TOKEN, takeTokenFromEnvironment } from '../../client-launcher/console/joining/token.ts';
import { thisVersion } from '../../client-launcher/console/joining/version.ts';
import { allowOpenFiles } from '../../client-launcher/console/machine-limits.ts';
import type { HostAbout } from '../../client-launcher/member-host.ts';
import { hostMonitor } from '../../loadtests/monitor/host-monitor.ts';
import { outcryVersion, thisMachine } from '../../loadtests/session/record/machine.ts';
import { TRANSPORT_ENTRIES } from '../../metrics/transports.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { hostId } from '../../system/host-id.ts';
import { readInputFile } from '../../system/input-file.ts';
import { underPriority } from '../../system/priority/take.ts';
import { printable } from '../output/print.ts';

interface Options {
  join: URL;
  tokenFile?: string;
  again: boolean;
}

/** A token is one line of at most 256 characters. */
const TOKEN_FILE_BYTES = 64 * 1024;

/** The most clients that a runner may ask for; a lower limit of open files stays as it is. */
const MOST_CLIENTS = 10_000;

const HELP = `
The token is that of the runner: in ${JOIN_TOKEN}, or the first line of --token-file.
Anyone who has the token and answers at that address can run programs here. Use a network you trust, an SSH tunnel, or
wss:// through a proxy. See docs/workers.md.

Example:
  ./outcry run --swarm console --clients 200 --workers 2 --join 0.0.0.0:7000 --advertise lab-1    # on lab-1
  ${JOIN_TOKEN}=… ./outcry worker --join ws://lab-1:7000                               # twice, elsewhere`;

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('run clients for ./outcry run --join on another machine')
    .requiredOption('--join <url>', 'the runner: ws://HOST:PORT, or wss:// where a proxy speaks TLS for it', readUrl)
    .option('--token-file <file>', `a file with the join token in it (default: the token in ${JOIN_TOKEN})`)
    .option('--again', 'after a session, wait for the next one', false)
    .addHelpText('after', HELP)
    .action(work);
}

function readUrl(text: string): URL {
  const url = joinUrl(text);
  if (url === null) throw new InvalidArgumentError('expected ws://HOST:PORT or wss://HOST:PORT');
  return url;
}

async function work({ join, tokenFile, again }: Options): Promise<void> {
  const token = tokenOf(tokenFile);
  const perClient = TRANSPORT_ENTRIES['long-polling'].connections;
  allowOpenFiles(filesNeeded({ clients: MOST_CLIENTS, workers: 1, perClient }));
  const version = await thisVersion(await outcryVersion());
  const worker = { id: randomUUID(), host: thisHost(), monitor: hostMonitor() };
  const say = (line: string) => console.error(printable(line));
  // The load of this worker must not starve its own monitor, or a server on this machine.
  await underPriority(() => joinSession({ url: join, token, again, version, worker, say }));
}

/**
 * The join token in `file`, or in the environment.
 * @throws OutcryError (wrong use) when there is none
 */
export function tokenOf(file: string | undefined): string {
  const given = takeTokenFromEnvironment();
  if (file === undefined) {
    if (given !== undefined) return given;
    throw new OutcryError(
      `the runner's join token is missing: put it in ${JOIN_TOKEN}, or use --token-file`,
      EXIT.usage,
    );
  }
  const [first = ''] = readInputFile(file, TOKEN_FILE_BYTES, 'a join token').split('\n', 1);
  return demandToken(first.trim(), file);
}

/** The name goes to other people's terminals: ASCII without spaces or control characters. */
function thisHost(): HostAbout {
  const plain = (text: string): string => text.replace(/[^ -~]/g, '?').slice(0, 200);
  const { cpu, cores, memoryBytes, kernel } = thisMachine();
  const name =
    hostname()
      .replace(/[^!-~]/g, '?')
      .slice(0, 100) || 'unnamed';
  return { name, id: hostId(), cpu: plain(cpu), cores, memoryBytes, kernel: plain(kernel), node: process.version };
}
