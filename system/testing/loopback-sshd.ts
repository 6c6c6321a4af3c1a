/** A real sshd on a port of loopback, run by the user of the tests, and an `ssh` on PATH that knows it as `lab`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { setEnvironment } from './environment.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/local/bin/sshd'];

/** The name that `ssh` knows it by. */
export const LAB = 'lab';

export interface LoopbackSshd {
  /** Ends the daemon and every connection. */
  stop(): Promise<void>;
}

async function listens(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const up = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (up) return;
    await sleep(20);
  }
}

/** @throws Error that says what to install where there is no sshd */
export async function startLoopbackSshd(): Promise<LoopbackSshd> {
  const program = SSHD.find((path) => existsSync(path));
  if (program === undefined) throw new Error('there is no sshd here: apt-get install openssh-server');
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  for (const name of ['host', 'user']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path(name)]);
  execFileSync('cp', [path('user.pub'), path('authorized')]);
  // The program refuses to start without it where it is started by root.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const port = await freePort();
  const settings = {
    ListenAddress: '127.0.0.1',
    ...{ Port: port, HostKey: path('host'), AuthorizedKeysFile: path('authorized'), PidFile: 'none' },
    // Not the cache of the user.
    SetEnv: `XDG_CACHE_HOME=${path('cache')}`,
    ...{ StrictModes: 'no', UsePAM: 'no', PermitRootLogin: 'yes', PasswordAuthentication: 'no' },
  };
  const text = (words: object): string =>
    Object.entries(words)
      .map(([name, value]) => `${name} ${value}\n`)
      .join('');
  writeFileSync(path('sshd_config'), text(settings));
  writeFileSync(
    path('ssh_config'),
    `Host ${LAB}\n${text({
      ...{ HostName: '127.0.0.1', Port: port, User: userInfo().username, IdentityFile: path('user') },
      ...{ IdentitiesOnly: 'yes', UserKnownHostsFile: path('known_hosts'), StrictHostKeyChecking: 'accept-new' },
    })}`,
  );
  mkdirSync(path('bin'));
  const ssh = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim();
  writeFileSync(path('bin/ssh'), `#!/bin/sh\nexec '${ssh}' -F '${path('ssh_config')}' "$@"\n`, { mode: 0o755 });
  setEnvironment({ PATH: `${path('bin')}${delimiter}${process.env.PATH}` });
  const daemon = spawn(program, ['-D', '-e', '-f', path('sshd_config')], { stdio: 'ignore', detached: true });
  await Promise.race([
    listens(port),
    once(daemon, 'exit').then(([code]) => {
      throw new Error(`sshd ended with ${code}; ${program} -D -e -f FILE says why`);
    }),
  ]);
  return {
    async stop() {
      const ended = once(daemon, 'exit');
      daemon.kill();
      await ended;
    },
  };
}
