/** Questions to a machine that a shell of this one stands for. */
import { readMachines } from '../../../../system/elsewhere/machine-spec.ts';
import { RemoteMachine } from '../../../../system/elsewhere/remote-machine.ts';
import { temporaryFolder } from '../../../../system/testing/temporary-folder.ts';
import { askThere } from './server-machine.ts';

let machine: RemoteMachine;

beforeAll(async () => {
  const shell = `export XDG_CACHE_HOME=${temporaryFolder()}; exec sh`;
  machine = await RemoteMachine.open(readMachines(`exec:"${shell}"`)[0]!);
});
afterAll(() => machine.close());

test('a program gives its lines, and one that fails or is not there gives none', async () => {
  expect(await askThere(machine, ['printf', 'one\\ntwo\\n'])).toEqual(['one', 'two']);
  expect(await askThere(machine, ['sh', '-c', 'echo one; exit 3'])).toBeNull();
  expect(await askThere(machine, ['no-such-program'])).toBeNull();
});

test('a program that does not end is ended, and named', async () => {
  await expect(askThere(machine, ['sleep', '600'], 50)).rejects.toMatchObject({
    message: expect.stringMatching(/: "sleep 600" did not end there within 0.05 s$/),
    exitCode: 3,
  });
});
