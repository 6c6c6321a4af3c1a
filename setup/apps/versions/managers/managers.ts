/** The package managers whose packages an app can have in other versions. */
import { CARGO } from './cargo.ts';
import { GO } from './go.ts';
import { NPM } from './npm.ts';
import type { PackageManager } from './package-manager.ts';
import { PIP } from './pip.ts';

export const MANAGERS: readonly PackageManager[] = [NPM, PIP, GO, CARGO];
