/** For tests: an sshd of this machine that stands for another one, with keys and a configuration of its own. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { killTree, spawnOwned } from '../processes.ts';
import { eventually } from './eventually.ts';
import { makeProgram } from './program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path));

/** Why a test cannot have an sshd; null: it can. */
export const noSshd: string | null =
  SSHD === undefined ? 'there is no sshd here: apt-get install openssh-server' : null;

/** The name of the machine to `ssh`. */
export const SSH_HOST = 'lab-2';

export interface SshMachine {
  /** A folder whose program `ssh` knows the machine: to be the first of PATH. */
  bin: string;
  /** Its folder, with `known_hosts` and `authorized_keys`. */
  folder: string;
  /** Gives it another host key, as a new installation would. */
  newHostKey(): Promise<void>;
  stop(): Promise<void>;
}

export interface SshdOptions {
  /** Words before the program's, such as those that run it in a namespace. Default: none. */
  within?: readonly string[];
  /** The address that it listens on; default 127.0.0.1. */
  address?: string;
  /** More lines of its configuration. */
  config?: readonly string[];
}

function makeKey(path: string): void {
  rmSync(path, { force: true });
  rmSync(`${path}.pub`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
}

/** Starts it for the user who runs the tests. */
export async function startSshd({
  within = [],
  address = '127.0.0.1',
  config = [],
}: SshdOptions = {}): Promise<SshMachine> {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const port = await freePort();
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  for (const key of ['host_key', 'key']) makeKey(at(key));
  writeFileSync(at('authorized_keys'), readFileSync(at('key.pub')));
  const lines = [
    `Port ${port}`,
    `ListenAddress ${address}`,
    `HostKey ${at('host_key')}`,
    `AuthorizedKeysFile ${at('authorized_keys')}`,
    `PidFile ${at('pid')}`,
    'StrictModes no',
    'UsePAM no',
    'UseDNS no',
    ...config,
  ];
  writeFileSync(at('sshd_config'), `${lines.join('\n')}\n`);
  const options = [
    `HostName ${address}`,
    `Port ${port}`,
    `User ${userInfo().username}`,
    `IdentityFile ${at('key')}`,
    'IdentitiesOnly yes',
    `UserKnownHostsFile ${at('known_hosts')}`,
    'StrictHostKeyChecking yes',
  ];
  writeFileSync(at('ssh_config'), [`Host ${SSH_HOST}`, ...options, ''].join('\n  '));
  const know = (): void => {
    const key = readFileSync(at('host_key.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
    writeFileSync(at('known_hosts'), `[${address}]:${port} ${key}\n`);
  };
  know();
  const [ssh] = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).split('\n');
  makeProgram(join(folder, 'bin', 'ssh'), `exec ${ssh} -F ${at('ssh_config')} "$@"`);
  chmodSync(at('key'), 0o600);
  const start = async () => {
    const child = spawnOwned([...within, SSHD!, '-D', '-e', '-f', at('sshd_config')], {
      label: 'sshd',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr!.on('data', (text) => {
      log += text;
    });
    await eventually(() => log.includes('listening') || child.exitCode !== null, 'sshd');
    if (child.exitCode !== null) throw new Error(`sshd ended: ${log}`);
    return child;
  };
  let child = await start();
  const stop = (): Promise<void> => killTree(child.pid!, 1_000);
  return {
    bin: join(folder, 'bin'),
    folder,
    async newHostKey() {
      await stop();
      makeKey(at('host_key'));
      child = await start();
    },
    stop,
  };
}
