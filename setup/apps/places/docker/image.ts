/** Images of apps: built where they are missing, or were built from something else than what is there now. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../../../system/errors.ts';
import { tailOf } from '../../../../system/output-tail.ts';
import { spawnOwned } from '../../../../system/processes.ts';
import { ROOT } from '../../../../system/root.ts';
import { pagesHash } from '../../build/sources.ts';
import { dockerfileOf } from '../../manifest/dockerfile.ts';
import type { App } from '../../manifest/manifest.ts';
import { nameOf } from '../../versions/app-versions.ts';
import { type Docker, DockerError } from './docker.ts';

export const imageOf = (app: App): string => `outcry-app-${app.id}`;

/** As much of what docker says as an error has room for, of each of its outputs. */
const TOLD_LINES = 10;

/** The label with the hash of what an image was built from. */
const SOURCES = 'outcry.sources';

/** Over the app with its pages, and the Dockerfile. */
function sourcesOf(app: App): string {
  return createHash('sha256')
    .update(pagesHash(app))
    .update(readFileSync(join(ROOT, dockerfileOf(app))))
    .digest('hex');
}

/** The label of the image that there is; null: it has none; undefined: there is no image. */
async function builtFrom(docker: Docker, image: string): Promise<string | null | undefined> {
  try {
    const labels = JSON.parse(await docker.ask(['image', 'inspect', '--format', '{{json .Config.Labels}}', image]));
    return (labels as Record<string, string> | null)?.[SOURCES] ?? null;
  } catch (error) {
    if (error instanceof DockerError && !error.unreachable) return undefined;
    throw error;
  }
}

/**
 * Builds the image of `app` where the engine does not have it as it is now.
 * @throws OutcryError (wrong use) for an app that no image is made of, (failed) with the end of what docker said
 */
export async function ensureImage(docker: Docker, app: App, log: (line: string) => void): Promise<void> {
  if (app.version !== undefined || app.elsewhere) {
    throw new OutcryError(
      `${nameOf(app)} cannot be run in a container: images are made of the apps of this checkout, with the versions in their lock files; run it without --server docker`,
      EXIT.usage,
    );
  }
  const [image, sources] = [imageOf(app), sourcesOf(app)];
  const there = await builtFrom(docker, image);
  if (there === sources) return;
  log(
    `building the image ${image}, which ${there === undefined ? 'is missing' : 'is not of the app as it is now'}: some minutes`,
  );
  const file = ['--file', join(ROOT, dockerfileOf(app)), '--build-arg', `APP=${app.id}`];
  await build(image, docker.argv('build', ...file, '--label', `${SOURCES}=${sources}`, '--tag', image, ROOT));
}

/** Runs the build to its end, however long it takes. */
async function build(image: string, argv: string[]): Promise<void> {
  const child = spawnOwned(argv, { label: `build of ${image}`, stdio: ['ignore', 'pipe', 'pipe'] });
  const tails = [tailOf(TOLD_LINES, child.stdout!), tailOf(TOLD_LINES, child.stderr!)];
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  const said = tails.flatMap((tail) => tail()).join('\n');
  const advice = /buildx/i.test(said)
    ? '\nThis docker builds with a part that is missing: set DOCKER_BUILDKIT=0, or install docker-buildx.'
    : '';
  throw new OutcryError(
    `the image ${image} could not be built; what docker said ends with:\n${said}${advice}`,
    EXIT.failed,
  );
}
