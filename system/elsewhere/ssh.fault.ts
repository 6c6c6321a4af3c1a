/** Machines by a real ssh and sshd, and what goes wrong with them. */

import { rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isRunning } from '../process-owner.ts';
import { eventually } from '../testing/eventually.ts';
import { killedAfterLine } from '../testing/program.ts';
import { noSshd, SSH_HOST, type SshdOptions, type SshMachine, startSshd } from '../testing/sshd.ts';
import { readMachines } from './machine-spec.ts';
import { RemoteMachine } from './remote-machine.ts';

if (noSshd !== null) process.stderr.write(`machines by ssh: skipped, ${noSshd}\n`);

const PATH = process.env.PATH;
const [SPEC] = readMachines(`ssh:${SSH_HOST}`);
let sshd: SshMachine | undefined;

async function start(options?: SshdOptions): Promise<void> {
  sshd = await startSshd(options);
  process.env.PATH = `${sshd.bin}${delimiter}${PATH}`;
}

afterEach(async () => {
  process.env.PATH = PATH;
  await sshd?.stop();
});

const refusal = (): Promise<string> =>
  RemoteMachine.open(SPEC!).then(
    () => 'it was opened',
    (error: Error) => error.message,
  );

(noSshd === null ? describe : describe.skip)('a machine by ssh', () => {
  test('runs programs, behind a banner and a shell that prints, and leaves nothing when it is closed', async () => {
    await start({ config: ['ForceCommand printf "Welcome!\\nLast login: "; eval "$SSH_ORIGINAL_COMMAND"'] });
    const machine = await RemoteMachine.open(SPEC!);
    const sleeper = await machine.start(['sleep', '600']);
    expect(isRunning(sleeper.pid)).toBe(true);
    expect((await machine.clock()).roundTripMs).toBeGreaterThan(0);
    await machine.close();
    await eventually(() => !isRunning(sleeper.pid) && !isRunning(machine.about.pid), 'its end');
  });

  test('leaves nothing there after kill -9 here', async () => {
    await start();
    const pids = await killedAfterLine(`
      import { readMachines } from './system/elsewhere/machine-spec.ts';
      import { RemoteMachine } from './system/elsewhere/remote-machine.ts';
      process.env.PATH = ${JSON.stringify(process.env.PATH)};
      const machine = await RemoteMachine.open(readMachines('ssh:${SSH_HOST}')[0]);
      const sleeper = await machine.start(['sh', '-c', 'sleep 600 & wait']);
      console.log(JSON.stringify([machine.about.pid, sleeper.pid]));
      setInterval(() => {}, 1000);`);
    await eventually(() => !(JSON.parse(pids) as number[]).some(isRunning), 'the end of all there');
  });

  test('says what to do when it accepts no key, or asks for a password', async () => {
    await start({ config: ['PasswordAuthentication no', 'KbdInteractiveAuthentication no'] });
    writeFileSync(join(sshd!.folder, 'authorized_keys'), '');
    expect(await refusal()).toContain('lab-2 accepts none of your keys');
    await sshd!.stop();
    await start({ config: ['PasswordAuthentication yes'] });
    writeFileSync(join(sshd!.folder, 'authorized_keys'), '');
    expect(await refusal()).toContain('lab-2 asks for a password');
  });

  test('says what to do when its host key is not known, or has changed', async () => {
    await start();
    await sshd!.newHostKey();
    expect(await refusal()).toContain('the host key of lab-2 is another one than before');
    rmSync(join(sshd!.folder, 'known_hosts'));
    expect(await refusal()).toContain('the host key of lab-2 is not known here');
  });

  test('says that it cannot be reached', async () => {
    await start();
    await sshd!.stop();
    expect(await refusal()).toContain('lab-2 cannot be reached');
  });
});

test('a host that nobody knows is named', async () => {
  const [unknown] = readMachines('ssh:no-such-host.invalid');
  await expect(RemoteMachine.open(unknown!)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('no machine is known as no-such-host.invalid'),
  });
});
