/** Packs a session, as another process would; for tests: `node --import tsx records/testing/sample-packer.ts RESULTS SESSION`. */
import { packSession } from '../pack-session.ts';

const [results = '', session = ''] = process.argv.slice(2);
await packSession(results, session);
