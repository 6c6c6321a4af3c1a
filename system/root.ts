import { join } from 'node:path';

/** The checkout's root folder, absolute. */
export const ROOT = join(import.meta.dirname, '..');
