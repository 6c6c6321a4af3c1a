/** Packages of Python, as the file that pip installs them from lists them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askTool } from './ask-tool.ts';
import type { Asked, PackageManager } from './packages.ts';

/** A line of a requirements file: a package, and the marker that says on which machines it is installed. */
export interface Requirement {
  /** As pip compares names. */
  name: string;
  marker: string | null;
}

/** The packages of a requirements file whose lines are exact (`name==1.2.3`), in the order of the file. Hashes, options and comments are none. */
export function requirementsIn(text: string): Requirement[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split('\n');
  return lines.flatMap((line) => {
    const match = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*===?\s*[^\s;]+\s*(?:;(.*))?/.exec(line);
    if (match === null) return [];
    const marker = (match[2] ?? '').replace(/\s(--|#).*$/, '').trim();
    return [{ name: match[1]!.toLowerCase().replaceAll(/[-_.]+/g, '-'), marker: marker === '' ? null : marker }];
  });
}

/** Prints for each marker, a line each, whether it holds on this machine. pip brings the library that reads them. */
const MARKERS = `import sys
from pip._vendor.packaging.markers import Marker
for line in sys.stdin.read().splitlines():
    print(Marker(line).evaluate())
`;

async function holding(asked: Asked, markers: string[]): Promise<Set<string>> {
  if (markers.length === 0) return new Set();
  const answers = (await askTool('Python', asked, [['python3', '-c', MARKERS]], markers.join('\n'))).split('\n');
  return new Set(markers.filter((_, index) => answers[index]?.trim() === 'True'));
}

export const PIP: PackageManager = {
  kind: () => 'PyPI',
  async packagesOf(asked) {
    const file = join(asked.dir, 'requirements.txt');
    if (!existsSync(file)) return null;
    const all = requirementsIn(readFileSync(file, 'utf8'));
    const hold = await holding(asked, [...new Set(all.flatMap(({ marker }) => marker ?? []))]);
    const here = all.filter(({ marker }) => marker === null || hold.has(marker));
    return [...new Set(here.map(({ name }) => name))];
  },
};
