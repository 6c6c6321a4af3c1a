/** The home folder of whoever runs Outcry. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readOr } from './read-or.ts';
import { ROOT } from './root.ts';

/** Returns it, or a folder of this checkout for a user who has none: without HOME and without an entry among the system's users. */
export const homeFolder = (): string => readOr(homedir, join(ROOT, '.outcry', 'home'));
