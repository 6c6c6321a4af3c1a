/**
 * Installs the npm packages of a folder in an image, in a layer of its own before the sources:
 *
 *     node --import tsx docker/install-packages.ts apps/<id>
 */
import { join } from 'node:path';
import { installPackages } from '../setup/apps/packages.ts';

const folder = process.argv[2];
if (!folder) throw new Error('which folder? such as apps/<id>');
await installPackages(join(import.meta.dirname, '..', folder), folder, console.log);
