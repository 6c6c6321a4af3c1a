import { localProgram } from './local-program.ts';
import { readMachines } from './machine-spec.ts';

const programOf = (text: string, number = 1): string[] => localProgram(readMachines(text)[0]!, number);

test('ssh asks for nothing, notices a dead link within 20 s, and keeps the host from being an option', () => {
  const argv = programOf('ssh:me@lab-2*4');
  expect(argv.slice(-3)).toEqual(['--', 'me@lab-2', 'exec sh']);
  expect(argv).toEqual(expect.arrayContaining(['BatchMode=yes', 'ServerAliveInterval=5', 'ServerAliveCountMax=4']));
});

test('an engine gives a container that goes with its input, from the usual image or another', () => {
  expect(programOf('docker:bench').slice(0, 6)).toEqual([
    'docker',
    '--context',
    'bench',
    'run',
    '--interactive',
    '--rm',
  ]);
  expect(programOf('docker:bench').slice(-2)).toEqual(['node:24.18.0-bookworm-slim', 'sh']);
  expect(programOf('docker:bench=my/image:1').slice(-2)).toEqual(['my/image:1', 'sh']);
});

test('a program of the user is run by a shell, with its number', () => {
  expect(programOf("exec:'kubectl run outcry-{n} --stdin'*3", 2)).toEqual(['sh', '-c', 'kubectl run outcry-2 --stdin']);
});
