import { whyNot } from './failures.ts';
import { readMachines } from './machine-spec.ts';

const of = (machine: string, printed: string[], node: string | null = null): string =>
  whyNot(readMachines(machine)[0]!, { how: 'ended with code 255', printed, node });

test.each([
  ['@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @', 'is another one than before'],
  ['Host key verification failed.', 'is not known here; log in once with "ssh lab-2"'],
  ['me@lab-2: Permission denied (publickey,password).', 'asks for a password'],
  ['me@lab-2: Permission denied (publickey).', 'accepts none of your keys'],
  ['ssh: Could not resolve hostname lab-2: Name or service not known', 'no machine is known as lab-2'],
  ['ssh: connect to host lab-2 port 22: Connection refused', 'lab-2 cannot be reached'],
  ['ssh: connect to host lab-2 port 22: Connection timed out', 'lab-2 cannot be reached'],
])('%s', (line, reason) => {
  expect(of('ssh:lab-2', ['some banner', line])).toMatch(/^ssh:lab-2: /);
  expect(of('ssh:lab-2', ['some banner', line])).toContain(reason);
});

test.each([
  ['context "bench": context not found: open /home/ada/.docker/contexts/meta', 'Docker has no context "bench"'],
  ['Cannot connect to the Docker daemon at tcp://lab:2375. Is the docker daemon running?', 'cannot be reached'],
  ['docker: Error response from daemon: pull access denied for x, repository does not exist', 'cannot get the image'],
])('%s', (line, reason) => {
  expect(of('docker:bench', [line])).toContain(reason);
});

test('a shell without Node.js, or with an old one, says so whatever it printed', () => {
  expect(of('ssh:lab-2', ['Permission denied'], '')).toContain('no Node.js in the PATH of its shell');
  expect(of('ssh:lab-2', [], 'v18.19.0')).toContain('Node.js v18.19.0 is too old there; install version 20');
  expect(of('ssh:lab-2', [], 'v18.19.0')).toContain('"ssh lab-2 node --version"');
});

test('what is not known is quoted, with what a program must give', () => {
  expect(of('exec:false', ['some reason'])).toBe(
    'exec:false: its program ended with code 255; it must give a shell on its standard input and output:\nsome reason',
  );
});
