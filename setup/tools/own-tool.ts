/** Toolchains that an `app.json` declares itself. */
import { isAbsolute } from 'node:path';
import { isProgram, onPath } from './locate.ts';
import type { Tool } from './tool-table.ts';

export interface Toolchain {
  /** Its name for people. */
  label: string;
  /** The command that prints its version, such as `["python3", "--version"]`: a program on PATH or an absolute path, then arguments. */
  version: string[];
  howToGet: string;
}

/** By the name that `requires` calls them. */
export type Toolchains = Readonly<Record<string, Toolchain>>;

/** The tool that `own` declares as `id`; undefined where it declares none. */
export function ownTool(id: string, own: Toolchains): Tool | undefined {
  if (!Object.hasOwn(own, id)) return undefined;
  const { label, version, howToGet } = own[id]!;
  const [program = '', ...versionArguments] = version;
  const candidates = (): string[] => (isAbsolute(program) ? [program].filter(isProgram) : onPath([program]));
  return { id, label, variable: null, candidates, versionArguments, neededFor: 'apps that declare it', howToGet };
}
