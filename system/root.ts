import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder of the checkout, or of the copy of an installed package; absolute. */
export const ROOT = join(import.meta.dirname, '..');

/** Tells whether it is such a copy, which the start script makes in the user's cache. */
export const IS_INSTALLED = existsSync(join(ROOT, '.outcry', 'installed'));
