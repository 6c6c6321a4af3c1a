/** What a program of an app's own folder needs on the machine that it is sent to. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compareVersions } from '../../../tools/versions.ts';
import type { AskThere } from './ask-there.ts';

/** A program that the kernel loads by itself (elf(5)). */
export interface NativeProgram {
  /** As `uname -m` calls it; null: another one. */
  machine: string | null;
  /** It loads libraries of the system. */
  dynamic: boolean;
  /** The newest version of GNU's C library whose symbols it asks for; null: of none. */
  glibc: string | null;
}

const MACHINES: Record<number, string> = { 62: 'x86_64', 183: 'aarch64' };
/** The kind of program header that names the loader. */
const PT_INTERP = 3;

/** Reads a program; null where it is none, such as a script. */
export function nativeProgram(content: Buffer): NativeProgram | null {
  const isElf64 = content.length > 64 && content.readUInt32BE(0) === 0x7f454c46 && content[4] === 2 && content[5] === 1;
  if (!isElf64) return null;
  const [offset, size, count] = [
    Number(content.readBigUInt64LE(32)),
    content.readUInt16LE(54),
    content.readUInt16LE(56),
  ];
  const headers = Array.from({ length: count }, (_, index) => offset + index * size);
  const dynamic = headers.some((at) => at + 4 <= content.length && content.readUInt32LE(at) === PT_INTERP);
  const versions = [...content.toString('latin1').matchAll(/\0GLIBC_(\d+(?:\.\d+)+)(?=\0)/g)].map(
    ([, version]) => version!,
  );
  return {
    machine: MACHINES[content.readUInt16LE(18)] ?? null,
    dynamic,
    glibc: dynamic ? (versions.sort(compareVersions).at(-1) ?? null) : null,
  };
}

/** Tells whether `program`, a path in the folder `dir`, is that of a virtual environment of Python. */
const isOfVirtualEnvironment = (dir: string, program: string): boolean =>
  basename(dirname(program)) === 'bin' && existsSync(join(dir, dirname(dirname(program)), 'pyvenv.cfg'));

/**
 * Looks whether the machine can run a program of the app's own folder.
 * @param program its path in the folder `dir`
 * @returns why it cannot, the rest of a sentence; null: it can, as far as can be told before it is started
 */
export async function whyNotThere(dir: string, program: string, ask: AskThere): Promise<string | null> {
  if (isOfVirtualEnvironment(dir, program)) {
    return 'its virtual environment of Python holds paths of this machine; build and measure it there, or in a container (--server docker)';
  }
  const native = nativeProgram(readFileSync(join(dir, program)));
  if (native === null) return null;
  const machine = (await ask(['uname', '-m']))?.[0]?.trim() ?? 'of an unknown kind';
  if (machine !== native.machine) {
    return `${program} is built for ${native.machine ?? 'another machine'}, and that machine is ${machine}; build and measure it there`;
  }
  if (!native.dynamic) return null;
  const there = /^glibc (\d+(?:\.\d+)+)/.exec((await ask(['getconf', 'GNU_LIBC_VERSION']))?.[0] ?? '')?.[1] ?? null;
  if (native.glibc === null || (there !== null && compareVersions(there, native.glibc) >= 0)) return null;
  return `${program} needs GNU's C library ${native.glibc} or newer, and ${there === null ? 'there is none' : `it is ${there}`}; build and measure it there`;
}
