/** The results folder as a small file system of its own, which is filled up or made read-only. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, justNow, type Place, type Prepared } from '../fault.ts';

const SIZE = '4m';

const missing = (): string | null => (process.getuid?.() === 0 ? null : 'only root may mount a file system');

function prepare({ results }: Place): Prepared {
  mkdirSync(results, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'outcry-campaign', results]);
  return { remove: () => void execFileSync('umount', ['--lazy', results]) };
}

/** Fills what is free, to the last byte. */
function fill(file: string): void {
  for (let bytes = 1_048_576; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

const full: Fault = {
  name: 'disk full',
  about: 'the file system of the results is filled to the last byte',
  scenes: ['plain'],
  missing,
  prepare,
  async inject({ results }) {
    const ballast = join(results, '.ballast');
    fill(ballast);
    return { to: 'the results', when: justNow(), repair: () => rmSync(ballast) };
  },
};

const readOnly: Fault = {
  name: 'disk read-only',
  about: 'the file system of the results is made read-only',
  scenes: ['plain'],
  missing,
  prepare,
  async inject({ results }) {
    const remount = (mode: string) => void execFileSync('mount', ['-o', `remount,${mode}`, results]);
    try {
      remount('ro');
    } catch {
      return null; // a file was open for writing in that very moment
    }
    return { to: 'the results', when: justNow(), repair: () => remount('rw') };
  },
};

export default [full, readOnly];
