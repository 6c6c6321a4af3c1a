import { toolCalled } from '../../tools/tool-table.ts';
import type { AppManifest } from './manifest.ts';

/**
 * The Dockerfile of `app`'s language, from the root: named by the first toolchain it requires besides Node.js, which
 * every app needs for its pages, and besides services, which have containers of their own. It gets the build argument APP.
 */
export function dockerfileOf(app: AppManifest): string {
  const tools = app.requires.map((requirement) => requirement.replace(/>=.*/, ''));
  return `docker/${tools.find((tool) => tool !== 'node' && toolCalled(tool)?.address === undefined) ?? 'node'}.Dockerfile`;
}
