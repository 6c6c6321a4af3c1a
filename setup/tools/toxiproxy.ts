/** Building Toxiproxy, which shapes networks, from its source with Go. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, onPath } from './locate.ts';
import { keep, type Log, run } from './programs.ts';
import { cachedToxiproxy, TOXIPROXY_SUM, TOXIPROXY_VERSION } from './tool-table.ts';

const MODULE = 'github.com/Shopify/toxiproxy/v2';
/** The name that Go gives the program, after its folder in the module. */
const BUILT = 'server';

/**
 * Builds exactly the version that is asked for. Go holds every module against the public checksum database; the sum of the module itself is
 * looked at here too, since that database can be turned off.
 */
export async function buildToxiproxy(log: Log): Promise<void> {
  const go = onPath(['go'])[0];
  if (!go) throw new Error('there is no Go here to build it with');
  const folder = mkdtempSync(join(tmpdir(), 'outcry-toxiproxy-'));
  log(`building Toxiproxy ${TOXIPROXY_VERSION} with Go: this takes a minute or two, once`);
  try {
    const named = `-X ${MODULE}.Version=${TOXIPROXY_VERSION}`; // otherwise it calls its version "git"
    const argv = [go, 'install', '-trimpath', '-ldflags', named, `${MODULE}/cmd/server@v${TOXIPROXY_VERSION}`];
    await run(argv, { GOBIN: folder, GOOS: '', GOARCH: '' });
    const program = join(folder, BUILT);
    const { text } = await ask([go, 'version', '-m', program]);
    const expected = `${MODULE}\tv${TOXIPROXY_VERSION}\t${TOXIPROXY_SUM}`;
    if (!text.includes(expected)) throw new Error(`what was built is not ${expected.replaceAll('\t', ' ')}`);
    keep(program, cachedToxiproxy());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
