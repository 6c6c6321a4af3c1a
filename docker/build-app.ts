/** Builds one app in an image, as `./outcry setup` does on a machine: node --import tsx docker/build-app.ts <id> */
import { join } from 'node:path';
import { buildApp } from '../setup/apps/build/build.ts';
import { APPS_DIR, readApp } from '../setup/apps/manifest/manifest.ts';

const id = process.argv[2];
if (!id) throw new Error('which app? give its id: docker build --build-arg APP=<id>');
await buildApp(readApp(join(APPS_DIR, id)), console.log);
