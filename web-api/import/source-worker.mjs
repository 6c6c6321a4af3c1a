/** The import's thread when it is run from source, with the loader that it needs; the bundle of the web API is its own (see `main.ts`). */
import { register } from 'tsx/esm/api';

register();
const { answerUploads } = await import('./reader-thread-main.ts');
answerUploads();
