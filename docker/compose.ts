/** Writes docker-compose.yml: the fixed services (`services.yml`), one per app in `apps/`, and those of each app's `compose.yml`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dockerfileOf } from '../setup/apps/manifest/dockerfile.ts';
import type { App, AppManifest } from '../setup/apps/manifest/manifest.ts';
import { parseRequirement } from '../setup/tools/versions.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { ROOT } from '../system/root.ts';
import { type Fragment, NO_FRAGMENT, parseFragment } from './compose-fragment.ts';

export const COMPOSE_FILE = join(ROOT, 'docker-compose.yml');

/** First port of the apps on this machine and their number, clear of the other services' ports. */
const FIRST_PORT = 4100;
const PORTS = 300;

/** Folder of an app's database file in its container. */
const DATA = '/data';

const HEAD = `# Every app, the web API with the chart merger, a Selenium Grid, MariaDB and Redis.
# docs/compose.md says how to use it.
# Written by ./outcry generate from apps/*/app.json, apps/*/compose.yml and docker/services.yml: change those, not this file.
`;

/**
 * The port of `app` on this machine: the `port` of its app.json, or one made from its id alone, so that other apps do not
 * change it. (The hash is FNV-1a, 32 bits.)
 */
export function portOf(app: Pick<AppManifest, 'id' | 'port'>): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(app.id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return app.port ?? FIRST_PORT + (hash % PORTS);
}

function checkPorts(apps: App[]): void {
  const taken = new Map<number, string>();
  for (const app of apps) {
    const port = portOf(app);
    const other = taken.get(port);
    if (other !== undefined) {
      throw new OutcryError(
        `apps/${app.id}: its port in docker-compose.yml, ${port}, is that of apps/${other} too; give the newer of the two another "port" in its app.json`,
        EXIT.usage,
      );
    }
    taken.set(port, app.id);
  }
}

/** Tells whether `app` has a database file, so that its service needs a volume. */
const keepsFile = (app: AppManifest): boolean => databaseUrl(app)?.startsWith('sqlite:') ?? false;

const volumeOf = (app: AppManifest): string => `data-${app.id}`;

/** `DATABASE_URL` for `app` in a container; null without a database. */
function databaseUrl(app: AppManifest): string | null {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for docker compose to fill in
  if (app.databases.includes('mysql')) return 'mysql://outcry:${OUTCRY_DB_PASSWORD:-outcry}@mariadb:3306/outcry';
  if (app.databases.includes('sqlite')) return `sqlite:${DATA}/auction.sqlite`;
  return null;
}

/** A double-quoted YAML scalar, written as a JSON string; "$" would start a variable. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll('$', '$$$$'));

function fragmentOf(app: App): Fragment {
  const path = join(app.dir, 'compose.yml');
  return existsSync(path)
    ? parseFragment(readFileSync(path, 'utf8'), `apps/${app.id}/compose.yml`, app.id)
    : NO_FRAGMENT;
}

const namesIn = (services: string): string[] => [...services.matchAll(/^ {2}([\w.-]+):$/gm)].map(([, name]) => name!);

/** The services that `app` waits for: that of its database, and each that its `requires` names. */
function dependsOn(app: AppManifest, url: string | null, services: readonly string[]): string[] {
  const required = app.requires.map((requirement) => parseRequirement(requirement)?.name);
  const wanted = services.filter(
    (name) => required.includes(name) || (name === 'mariadb' && url?.startsWith('mysql:')),
  );
  return wanted.flatMap((name) => [`      ${name}:`, '        condition: service_healthy']);
}

function serviceOf(app: AppManifest, fragment: Fragment, services: readonly string[]): string {
  const port = portOf(app);
  const url = databaseUrl(app);
  const environment = [
    ...(url === null ? [] : [`      DATABASE_URL: ${JSON.stringify(url)}`]),
    ...fragment.environment,
  ];
  const depends = dependsOn(app, url, services);
  const lines = [
    `  # ${app.label.replace(/[\r\n]/g, ' ')}: http://127.0.0.1:${port}/load.html`,
    `  app-${app.id}:`,
    '    build:',
    '      context: .',
    `      dockerfile: ${dockerfileOf(app)}`,
    '      args:',
    `        APP: ${quoted(app.id)}`,
    `    command: [${app.start.map(quoted).join(', ')}]`,
    ...(environment.length === 0 ? [] : ['    environment:', ...environment]),
    ...(depends.length === 0 ? [] : ['    depends_on:', ...depends]),
    '    ports:',
    `      - "127.0.0.1:${port}:4000"`,
    ...fragment.ports,
    ...(keepsFile(app) ? ['    volumes:', `      - ${volumeOf(app)}:${DATA}`] : []),
    // For temporary files; libraries unpack native parts here and run them.
    '    read_only: true',
    '    tmpfs: ["/tmp:exec"]',
    '    cap_drop: ["ALL"]',
    '    security_opt: ["no-new-privileges:true"]',
  ];
  return `${lines.join('\n')}\n${fragment.services === '' ? '' : `\n${fragment.services}`}`;
}

function checkNames(services: string, apps: App[], fragments: Fragment[]): void {
  const taken = new Map(namesIn(services).map((name) => [name, 'docker/services.yml']));
  for (const app of apps) taken.set(`app-${app.id}`, `apps/${app.id}/app.json`);
  apps.forEach((app, index) => {
    for (const name of fragments[index]!.names) {
      const other = taken.get(name);
      if (other !== undefined) {
        throw new OutcryError(
          `apps/${app.id}/compose.yml: the service ${name} is in ${other} already; rename it`,
          EXIT.usage,
        );
      }
      taken.set(name, `apps/${app.id}/compose.yml`);
    }
  });
}

/**
 * The text of docker-compose.yml for `apps`.
 * @throws OutcryError when an app's language has no Dockerfile yet, or its compose.yml cannot be merged
 */
export function composeFile(apps: App[]): string {
  for (const app of apps) {
    const file = dockerfileOf(app);
    if (existsSync(join(ROOT, file))) continue;
    throw new OutcryError(
      `apps/${app.id}: its language has no Dockerfile: write ${file}, after the model of docker/node.Dockerfile`,
      EXIT.usage,
    );
  }
  const services = readFileSync(join(ROOT, 'docker', 'services.yml'), 'utf8');
  const fragments = apps.map(fragmentOf);
  checkNames(services, apps, fragments);
  checkPorts(apps);
  const ofApps = apps.map((app, index) => serviceOf(app, fragments[index]!, namesIn(services)));
  const volumes = ['mariadb', ...apps.filter(keepsFile).map(volumeOf)].map((name) => `  ${name}:\n`);
  return `${HEAD}services:\n${ofApps.join('\n')}\n${services}\nvolumes:\n${volumes.join('')}`;
}
