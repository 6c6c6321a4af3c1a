/** The program of this machine whose standard input and output are a shell of another. Pure. */
import type { MachineSpec } from './machine-spec.ts';

/** The image of Outcry's own containers. */
const IMAGE = 'node:24.18.0-bookworm-slim';

/**
 * What is asked of `ssh` besides the user's own configuration: nobody can answer a question here, a dead link is noticed within 20 s, and the
 * ports that a configuration forwards are not wanted twice.
 */
const SSH_OPTIONS = {
  BatchMode: 'yes',
  ConnectTimeout: '15',
  ServerAliveInterval: '5',
  ServerAliveCountMax: '4',
  ClearAllForwardings: 'yes',
};

/** @param number of the program among those of `spec`, from 1 */
export function localProgram({ kind, target, image }: MachineSpec, number: number): string[] {
  if (kind === 'ssh') {
    const options = Object.entries(SSH_OPTIONS).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    return ['ssh', '-T', ...options, '--', target, 'exec sh'];
  }
  if (kind === 'docker') {
    const run = ['run', '--interactive', '--rm', '--init', '--network', 'host', '--label', 'outcry=elsewhere'];
    return ['docker', '--context', target, ...run, image ?? IMAGE, 'sh'];
  }
  return ['sh', '-c', target.replaceAll('{n}', String(number))];
}
