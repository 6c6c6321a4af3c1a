/** Maven packages, as Maven lists them. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askTool } from './ask-tool.ts';
import type { PackageManager } from './packages.ts';

/** `group:artifact` of every line of what `mvn dependency:list` writes, such as `   org.slf4j:slf4j-api:jar:2.0.17:compile`. */
export function mavenPackages(list: string): string[] {
  const lines = [...list.matchAll(/^ +([\w.-]+:[\w.-]+):[\w-]+:[\w.:-]+/gm)];
  return [...new Set(lines.map(([, name]) => name!))];
}

export const MAVEN: PackageManager = {
  kind: () => 'Maven',
  async packagesOf(asked) {
    if (!existsSync(join(asked.dir, 'pom.xml'))) return null;
    const folder = mkdtempSync(join(tmpdir(), 'outcry-packages-'));
    try {
      const file = join(folder, 'list');
      const list = ['--batch-mode', '--quiet', 'dependency:list', '-DincludeScope=runtime', `-DoutputFile=${file}`];
      // The build has put them into the local repository, with the plugin that the POM pins; where it has not, Maven may fetch it.
      await askTool('Maven', asked, [
        ['mvn', '--offline', ...list],
        ['mvn', ...list],
      ]);
      return mavenPackages(readFileSync(file, 'utf8'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
