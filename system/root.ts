/** The folder of this checkout. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder, absolute. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
