/** docker-compose.yml matches the apps, is valid, and names only existing files. Needs no Docker. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { dockerfileOf } from '../setup/apps/manifest/dockerfile.ts';
import { type App, readApps } from '../setup/apps/manifest/manifest.ts';
import { madeUpApp } from '../setup/apps/manifest/testing/made-up-app.ts';
import { ROOT } from '../system/root.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { COMPOSE_FILE, composeFile, portOf } from './compose.ts';
import { composeValidator } from './testing/compose-schema.ts';
import type { Stack, StackService } from './testing/trial-stack.ts';

const text = readFileSync(COMPOSE_FILE, 'utf8');
const apps = readApps();
const dockerfiles = readdirSync(join(ROOT, 'docker')).filter((file) => file.endsWith('.Dockerfile'));

interface Service extends StackService {
  build?: StackService['build'] & { args?: { APP?: string } };
  cap_drop?: string[];
  security_opt?: string[];
}

type Compose = Stack & { services: Record<string, Service> };

const { services, volumes } = parse(text) as Compose;
const every = Object.values(services);
/** The first parts of the entries in all lists of volumes: folders here, or names. */
const mounted = every.flatMap((service) => (service.volumes ?? []).map((entry) => entry.split(':')[0]!));

describe('docker-compose.yml', () => {
  test('is up to date: ./outcry generate changes nothing', () => {
    expect(text).toBe(composeFile(apps));
  });

  test('builds every app under apps/ with its Dockerfile', () => {
    expect(apps.length).toBeGreaterThan(0);
    const built = every.flatMap(({ build }) => (build?.args?.APP ? [[build.args.APP, build.dockerfile]] : []));
    expect(built).toEqual(apps.map((app) => [app.id, dockerfileOf(app)]));
  });

  test('names only Dockerfiles, build contexts and folders that are there', () => {
    const folders = mounted.filter((source) => source.startsWith('.'));
    const named = [...every.flatMap(({ build }) => (build ? [build.dockerfile, build.context] : [])), ...folders];
    expect(folders).toContain('./results');
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('binds every port to loopback, each port once', () => {
    const ports = every.flatMap((service) => service.ports ?? []);
    expect(ports.length).toBeGreaterThanOrEqual(apps.length + 2);
    expect(ports.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
    expect(new Set(ports.map((port) => port.split(':')[1])).size).toBe(ports.length);
  });

  test('pins every image to a version', () => {
    const images = every.flatMap(({ image }) => image ?? []);
    expect(images.length).toBeGreaterThanOrEqual(4);
    expect(images.filter((image) => !/^[a-z/-]+:\d+\.\d+[\w.-]*$/.test(image))).toEqual([]);
  });

  test('is what the Compose Specification says a compose file is', () => {
    const validate = composeValidator();
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
    expect(validate(parse(text.replace('cap_drop: ["ALL"]', 'cap_dropped: ["ALL"]')))).toBe(false);
    expect(validate(parse(text.replace(/condition: service_healthy/, 'condition: soon')))).toBe(false);
  });

  test('leaves no service a capability or the way to one, and only those that say why a file system to write', () => {
    const entries = Object.entries(services);
    const names = (wrong: (service: Service) => boolean) =>
      entries.filter(([, service]) => wrong(service)).map(([name]) => name);
    expect(names(({ cap_drop }) => cap_drop?.join() !== 'ALL')).toEqual([]);
    expect(names(({ security_opt }) => !security_opt?.includes('no-new-privileges:true'))).toEqual([]);
    const writable = names(({ read_only, image }) => !read_only && image === undefined);
    expect(writable).toEqual([]);
    expect(names(({ read_only }) => !read_only)).toEqual(expect.arrayContaining(['selenium-hub', 'selenium']));
  });

  test('says of every image that is not built here how its health is known', () => {
    const own = parse(`services:\n${readFileSync(join(ROOT, 'docker', 'services.yml'), 'utf8')}`) as Compose;
    const taken = Object.entries(own.services).filter(([, { image }]) => image !== undefined);
    expect(taken.length).toBeGreaterThan(2);
    expect(taken.filter(([, { healthcheck }]) => !healthcheck).map(([name]) => name)).toEqual([]);
  });

  test('has every app and every service besides, and names none that is not there', () => {
    const names = Object.keys(services);
    expect(names).toEqual(expect.arrayContaining(apps.map((app) => `app-${app.id}`)));
    expect(names).toEqual(expect.arrayContaining(['web-api', 'selenium-hub', 'selenium', 'mariadb', 'redis']));
    const named = every.flatMap(({ depends_on = {}, network_mode }) => [
      ...Object.keys(depends_on),
      ...(network_mode?.startsWith('service:') ? [network_mode.slice('service:'.length)] : []),
    ]);
    expect(named).toContain('mariadb');
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    const kept = mounted.filter((source) => /^\w/.test(source));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter((name) => !(name in volumes))).toEqual([]);
  });
});

describe('the Dockerfiles', () => {
  test.each(dockerfiles)(
    '%s runs as a user of its own, says of what has a port when it is healthy, and gets signals itself',
    (name) => {
      const lines = readFileSync(join(ROOT, 'docker', name), 'utf8').split('\n');
      const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
      expect(last.find((line) => line.startsWith('USER '))).toMatch(/^USER (?!root|0)\w+$/);
      expect(last.find((line) => line.startsWith('CMD '))).toMatch(/^CMD \["[^"]+"/);
      const listens = last.some((line) => line.startsWith('EXPOSE '));
      expect(/^HEALTHCHECK .*\\\n +CMD \["[\s\S]*\/healthz/m.test(last.join('\n'))).toBe(listens);
      expect(lines.filter((line) => line.startsWith('FROM ')).every((line) => /:\d+\.\d+\.\d+/.test(line))).toBe(true);
      const copied = lines.flatMap((line) => /^COPY (?!--)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
      expect(copied.length).toBeGreaterThan(0);
      // A pattern may match nothing; a path with an app's id is checked with one app of this language.
      const app = apps.find((one) => dockerfileOf(one) === `docker/${name}`)?.id;
      const paths = copied
        .filter((path) => !path.includes('*') && (app !== undefined || !path.includes('$APP')))
        .map((path) => path.replace('$APP', app ?? ''));
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
      const scripts = lines.flatMap((line) => /tsx (\S+\.ts)/.exec(line)?.[1] ?? []);
      expect(scripts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    },
  );
});

describe('composeFile', () => {
  const app = (changes: Partial<App>): App =>
    madeUpApp('shout', { label: 'Shout', requires: ['node'], start: ['node', 'dist/server.mjs'], ...changes });

  test('gives each app its command', () => {
    const file = composeFile([app({ start: ['node', '--flag=a "b" $HOME'] })]);
    expect(file).toContain(String.raw`command: ["node", "--flag=a \"b\" $$HOME"]`);
  });

  test('gives each app a port that no other app changes', () => {
    const portIn = (file: string, id: string) =>
      new RegExp(`app-${id}:[^]*?127\\.0\\.0\\.1:(\\d+):4000`).exec(file)?.[1];
    const alone = portIn(composeFile([app({ id: 'whisper' })]), 'whisper');
    expect(alone).toBe(String(portOf({ id: 'whisper' })));
    expect(portIn(composeFile([app({ id: 'another' }), app({ id: 'whisper' })]), 'whisper')).toBe(alone);
    expect(portIn(composeFile([app({ port: 4242 })]), 'shout')).toBe('4242');
  });

  test('refuses two apps with one port, and says what to do', () => {
    expect(() => composeFile([app({ id: 'whisper' }), app({ port: portOf({ id: 'whisper' }) })])).toThrow(
      /apps\/shout: its port in docker-compose.yml, \d+, is that of apps\/whisper too; give the newer of the two another "port"/,
    );
  });

  test('gives an app that can keep its data in MySQL that database, and waits for it', () => {
    const file = composeFile([app({ databases: ['sqlite', 'mysql'] })]);
    expect(file).toMatch(/DATABASE_URL: "mysql:\/\/outcry:[^@]+@mariadb:3306\/outcry"/);
    expect(file).toMatch(/mariadb:\n {8}condition: service_healthy/);
  });

  test('has an app wait for the services that it requires, and started by name it brings them up', () => {
    const file = composeFile([
      app({ requires: ['node', 'redis>=7'], databases: ['mysql'] }),
      app({ id: 'whisper', requires: ['node', 'redis'] }),
      app({ id: 'mumble' }),
    ]);
    const { services } = parse(file) as Compose;
    const healthy = { condition: 'service_healthy' };
    expect(services['app-shout']!.depends_on).toEqual({ mariadb: healthy, redis: healthy });
    expect(services['app-whisper']!.depends_on).toEqual({ redis: healthy });
    expect(services['app-mumble']!.depends_on).toBeUndefined();
  });

  test('gives an app that can only keep its data in a file a volume of that app’s, and no other app one', () => {
    const file = composeFile([app({ databases: ['sqlite'] }), app({ id: 'whisper', databases: ['mysql', 'sqlite'] })]);
    expect(file).toContain('DATABASE_URL: "sqlite:/data/auction.sqlite"');
    expect(file).toContain('    volumes:\n      - data-shout:/data\n');
    expect(file).toMatch(/\nvolumes:\n {2}mariadb:\n {2}data-shout:\n$/);
  });

  test('takes the Dockerfile of the first toolchain besides Node.js', () => {
    expect(dockerfileOf(app({ requires: ['node', 'jdk>=17', 'maven'] }))).toBe('docker/jdk.Dockerfile');
    expect(dockerfileOf(app({ requires: ['node>=20'] }))).toBe('docker/node.Dockerfile');
    expect(dockerfileOf(app({ requires: ['node', 'redis>=7'] }))).toBe('docker/node.Dockerfile');
  });

  describe('with an app that brings services along', () => {
    let dir: string;

    beforeEach(() => {
      dir = temporaryFolder();
    });

    const fileWith = (fragment: string): string => {
      writeFileSync(join(dir, 'compose.yml'), fragment);
      return composeFile([app({ dir, databases: ['sqlite'] }), app({ id: 'whisper' })]);
    };

    test('puts them behind it, and gives it what they give it', () => {
      const file = fileWith(
        'services:\n  app-shout:\n    environment:\n      BROKER: "b"\n    ports:\n      - "127.0.0.1:8080:8080"\n\n  broker:\n    image: broker:1.2.3\n',
      );
      expect(file).toContain('      DATABASE_URL: "sqlite:/data/auction.sqlite"\n      BROKER: "b"\n');
      expect(file).toContain(`      - "127.0.0.1:${portOf({ id: 'shout' })}:4000"\n      - "127.0.0.1:8080:8080"\n`);
      expect(file).toMatch(
        /app-shout:[\s\S]*\n\n {2}broker:\n {4}image: broker:1\.2\.3\n\n {2}# Shout[^\n]*\n {2}app-whisper:/,
      );
    });

    test.each([
      ['redis', 'docker/services.yml'],
      ['app-whisper', 'apps/whisper/app.json'],
    ])('refuses one that is called %s, as another is', (name, other) => {
      expect(() => fileWith(`services:\n  ${name}:\n    image: x:1.0\n`)).toThrow(
        `apps/shout/compose.yml: the service ${name} is in ${other} already; rename it`,
      );
    });
  });

  test('says what to write for a language that has no Dockerfile', () => {
    expect(() => composeFile([app({ requires: ['abacus'] })])).toThrow(
      'apps/shout: its language has no Dockerfile: write docker/abacus.Dockerfile, after the model of docker/node.Dockerfile',
    );
  });
});
