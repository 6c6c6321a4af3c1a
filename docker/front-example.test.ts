/** docs/examples/front-compose.yml puts HAProxy before a service of docker-compose.yml: their names and ports agree. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import haproxy from '../loadtests/conditions/front/haproxy/front.ts';
import { ROOT } from '../system/root.ts';
import { COMPOSE_FILE } from './compose.ts';

interface Service {
  command: string[];
  depends_on?: string[];
  ports: string[];
  configs?: { source: string; target: string }[];
  volumes?: string[];
}

interface ComposeFile {
  services: Record<string, Service>;
  configs?: Record<string, { content: string }>;
}

/** The file says in its head how to use it. */
const guide = readFileSync(join(ROOT, 'docs/examples/front-compose.yml'), 'utf8');
const example = parse(guide) as ComposeFile;
const { services } = parse(readFileSync(COMPOSE_FILE, 'utf8')) as ComposeFile;
const front = example.services.front!;
const configuration = example.configs!.front!.content;

/** The values in the only line of HAProxy's configuration that matches. */
function inConfiguration(line: RegExp): string[] {
  const [only, ...more] = configuration.matchAll(new RegExp(line, 'gm'));
  expect([only, more]).toEqual([expect.anything(), []]);
  return only!.slice(1);
}

const portsOf = ({ ports }: Service): string[] => ports.map((port) => port.split(':').at(-1)!);

test('its backend is a service of docker-compose.yml at the port where it listens', () => {
  const [host, port] = inConfiguration(/^ +server \S+ ([\w.-]+):(\d+)$/);
  expect(Object.keys(services)).toContain(host);
  expect(portsOf(services[host!]!)).toContain(port);
  expect(front.depends_on).toEqual([host]);
  expect(guide).toContain(`up --build ${host} front`);
});

test('its frontend leads to the backend, and listens where the service publishes', () => {
  const [port, certificate] = inConfiguration(/^ +bind :(\d+) ssl crt (\S+) /);
  expect(inConfiguration(/^ +default_backend (\S+)$/)).toEqual(inConfiguration(/^backend (\S+)$/));
  expect(portsOf(front)).toEqual([port]);
  expect(front.ports[0]).toMatch(/^127\.0\.0\.1:/);
  expect(front.volumes).toEqual([expect.stringMatching(new RegExp(`:${certificate}:ro$`))]);
  expect(guide).toContain(`https://localhost:${front.ports[0]!.split(':')[1]}/`);
});

test('HAProxy reads the configuration where it is put', () => {
  const [{ source, target }] = front.configs as [{ source: string; target: string }];
  expect(Object.keys(example.configs!)).toEqual([source]);
  expect(front.command.at(-1)).toBe(target);
});

test('it publishes no port that docker-compose.yml publishes', () => {
  const published = ({ ports }: Service) => (ports ?? []).map((port) => port.split(':').at(-2));
  const taken = Object.values(services).flatMap(published);
  expect(taken.filter((port) => published(front).includes(port))).toEqual([]);
});

test('its HAProxy hands on what the one of --front hands on', () => {
  const plan = {
    folder: '',
    host: '',
    port: 1,
    serverPort: 2,
    protocol: 'h2',
    certificate: '',
    key: '',
    asRoot: false,
    feedPort: null,
  } as const;
  const { 'haproxy.cfg': ours } = haproxy.files(plan, { path: '', version: null, build: '' });
  const optionsOf = (text: string) => [...text.matchAll(/^ +option (\S+)$/gm)].map(([, option]) => option);
  // Its log is read by nobody.
  expect(optionsOf(configuration)).toEqual(optionsOf(ours!).filter((option) => option !== 'logasap'));
});
