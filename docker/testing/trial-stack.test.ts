import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../../system/root.ts';
import { COMPOSE_FILE } from '../compose.ts';
import { baseImages, imagesOf, namedPlaces, type Stack, skippedServices, trialStack } from './trial-stack.ts';

const app = {
  build: { context: '.', dockerfile: 'docker/a.Dockerfile' },
  depends_on: { db: {} },
  ports: ['127.0.0.1:4100:4000'],
};
const stack: Stack = {
  services: {
    app,
    plain: { build: { context: '.', dockerfile: 'docker/a.Dockerfile' } },
    broker: { image: 'broker:7.4', network_mode: 'service:front', volumes: ['./apps/x:/adapters:ro'] },
    front: { build: { context: '.', dockerfile: 'docker/a.Dockerfile' } },
    db: { image: 'db:1.0', volumes: ['db:/var/lib/db', './results:/outcry/results'], tmpfs: ['/run/db', '/tmp:exec'] },
  },
  volumes: { db: null },
};
const images = imagesOf(
  stack,
  () => 'FROM a:1.0 AS build\nFROM build AS more\nFROM --platform=linux/amd64 b:2.0\nRUN true\n',
);

test('an image is built on those that it names, not on its own stages', () => {
  expect(baseImages('FROM x:1 AS build\nCOPY . .\nFROM build AS second\nFROM y:2\n')).toEqual(['x:1', 'y:2']);
  expect(images.get('app')).toEqual(['a:1.0', 'b:2.0']);
  expect(images.get('db')).toEqual(['db:1.0']);
});

test('a skipped service takes along the services that need it', () => {
  const without = (name: string) => Object.fromEntries(skippedServices(stack, new Map([[name, 'no such image']])));
  expect(without('db')).toEqual({ db: 'no such image', app: 'it needs db' });
  expect(without('broker')).toEqual({ broker: 'no such image', front: 'it needs broker' });
  expect(without('front')).toEqual({ front: 'no such image', broker: 'it needs front' });
  expect(without('plain')).toEqual({ plain: 'no such image' });
});

test('it takes no port and no folder of the stack that may be in use', () => {
  const { services } = trialStack(stack, '/checkout', '/tmp/results', new Set(['plain']));
  expect(Object.keys(services)).toEqual(['app', 'broker', 'front', 'db']);
  expect(services.app).toEqual({ ...app, build: { ...app.build, context: '/checkout' }, ports: ['127.0.0.1::4000'] });
  expect(services.broker!.volumes).toEqual(['/checkout/apps/x:/adapters:ro']);
  expect(services.db!.volumes).toEqual(['db:/var/lib/db', '/tmp/results:/outcry/results']);
});

test('a service names what it writes', () => {
  expect(namedPlaces(stack.services.db!)).toEqual(['/outcry/results', '/run/db', '/tmp', '/var/lib/db']);
  expect(namedPlaces(stack.services.broker!)).toEqual([]);
});

test('the stack of docker-compose.yml has nothing that this does not see', () => {
  const real = parse(readFileSync(COMPOSE_FILE, 'utf8')) as Stack;
  const needed = imagesOf(real, (dockerfile) => readFileSync(join(ROOT, dockerfile), 'utf8'));
  expect([...needed.values()].filter((list) => list.length === 0 || list.includes(undefined!))).toEqual([]);
  const text = JSON.stringify(trialStack(real, ROOT, '/tmp/results', new Set()).services);
  expect(text).not.toMatch(/127\.0\.0\.1:\d+:|"\.\/|"context":"\."/);
});
