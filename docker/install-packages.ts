/**
 * Installs the npm packages of a folder in an image, in a layer of its own before the sources:
 *
 *     node --import tsx docker/install-packages.ts apps/<id>
 *
 * The app's build installs packages that need the sources.
 */
import { join } from 'node:path';
import { installPackages, needsNoSources } from '../setup/apps/build/install-packages.ts';

const name = process.argv[2];
if (!name) throw new Error('which folder? such as apps/<id>');
const folder = join(import.meta.dirname, '..', name);
if (needsNoSources(folder)) await installPackages(folder, name, console.log);
