/** Writes docker-compose.yml: the services that are always there (`services.yml`) and one for each app in `apps/`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type AppManifest, ROOT } from '../loadtests/apps/manifest.ts';
import { EXIT, OutcryError } from '../loadtests/errors.ts';

export const COMPOSE_FILE = join(ROOT, 'docker-compose.yml');

/** The app with the first id is on the next port after this one. */
const BEFORE_FIRST_PORT = 4100;

const HEAD = `# Every app, the web API with the chart merger, a Selenium Grid, MariaDB and Redis. docs/compose.md says how to use it.
# Written by ./outcry compose --write from apps/*/app.json and docker/services.yml: change those, not this file.
`;

/**
 * The Dockerfile of `app`'s language, from the root: named by the first toolchain it requires besides Node.js, which
 * every app needs for its pages. It gets the build argument APP.
 */
export function dockerfileOf(app: AppManifest): string {
  const tools = app.requires.map((requirement) => requirement.replace(/>=.*/, ''));
  return `docker/${tools.find((tool) => tool !== 'node') ?? 'node'}.Dockerfile`;
}

/** `DATABASE_URL` for `app` in a container; null when it keeps nothing. */
function databaseUrl(app: AppManifest): string | null {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: for docker compose to fill in
  if (app.databases.includes('mysql')) return 'mysql://outcry:${OUTCRY_DB_PASSWORD:-outcry}@mariadb:3306/outcry';
  if (app.databases.includes('sqlite')) return 'sqlite:/data/auction.sqlite';
  return null;
}

/** A double-quoted scalar of YAML, which is what a JSON string is; "$" would be a variable's. */
const quoted = (text: string): string => JSON.stringify(text.replaceAll('$', '$$$$'));

function serviceOf(app: AppManifest, port: number): string {
  const url = databaseUrl(app);
  const lines = [
    `  # ${app.label.replace(/[\r\n]/g, ' ')}: http://127.0.0.1:${port}/load.html`,
    `  app-${app.id}:`,
    '    build:',
    '      context: .',
    `      dockerfile: ${dockerfileOf(app)}`,
    '      args:',
    `        APP: ${quoted(app.id)}`,
    `    command: [${app.start.map(quoted).join(', ')}]`,
    ...(url === null ? [] : ['    environment:', `      DATABASE_URL: ${JSON.stringify(url)}`]),
    ...(url?.startsWith('mysql:') ? ['    depends_on:', '      mariadb:', '        condition: service_healthy'] : []),
    '    ports:',
    `      - "127.0.0.1:${port}:4000"`,
    '    cap_drop: ["ALL"]',
    '    security_opt: ["no-new-privileges:true"]',
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * The text of docker-compose.yml for `apps`.
 * @throws OutcryError when an app's language has no Dockerfile yet
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
  const ofApps = apps.map((app, index) => serviceOf(app, BEFORE_FIRST_PORT + 1 + index));
  return `${HEAD}services:\n${ofApps.join('\n')}\n${services}\nvolumes:\n  mariadb:\n`;
}
