/** A made-up folder of the vendor's server, for tests: the files that identify it, and a program in place of Java. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../settings.ts';

const LS_SH = `#!/bin/sh
# takes LS_CONFIG, as the vendor's does
echo "launcher called with $*"
exec "$JAVA_HOME/bin/java" "$1" "$LS_CONFIG"
`;

const CONF = `<?xml version="1.0"?>
<lightstreamer_conf>
    <edition_conf>./lightstreamer_edition_conf.xml</edition_conf>
    <http_server name="vendor's"><port>8080</port></http_server>
    <logback_properties>./lightstreamer_log_conf.xml</logback_properties>
    <max_delay_millis>30</max_delay_millis>
</lightstreamer_conf>
`;

const EDITION = `<lightstreamer_edition_conf><license><edition>ENTERPRISE</edition>
<enterprise_edition_details><license_type>DEMO</license_type></enterprise_edition_details>
</license></lightstreamer_edition_conf>
`;

/**
 * The program that runs as "java": it notes how it was called, logs as the server does, and answers on the port of its configuration.
 * Like a 7.2 it ends where the proxy adapters' classes are not beside conf/, and where a host is a bare name.
 */
const SERVER = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
const [command, conf] = process.argv.slice(2);
const { FAKE_NOTES, FAKE_MODE = '', DATABASE_URL = null } = process.env;
appendFileSync(FAKE_NOTES, JSON.stringify({ pid: process.pid, command, conf, databaseUrl: DATABASE_URL }) + '\\n');
console.log('01-Jan-26|INFO |Lightstreamer Server 7.4.9 build 3500');
console.log('01-Jan-26|WARN |a Demo license, which has a limit of 20 concurrent users');
if (FAKE_MODE === 'stubborn') process.on('SIGTERM', () => {});
if (FAKE_MODE === 'fails') {
  console.error('the license is not valid');
  process.exit(3);
} else if (FAKE_MODE === 'fails-into-its-log') {
  writeFileSync(join(dirname(conf), '..', 'logs', 'Lightstreamer.log'), 'a line\\nport in use\\n');
  process.exit(1);
} else if (FAKE_MODE === 'deaf') setInterval(() => {}, 1000);
else {
  const xml = readFileSync(conf, 'utf8');
  if (!existsSync(join(dirname(conf), '..', 'lib', 'ls-proxy-interface.jar'))) {
    console.error('java.lang.ClassNotFoundException: com.lightstreamer.adapters.remote.RobustNetworkedMetadataProvider');
    process.exit(1);
  }
  for (const [, host] of xml.matchAll(/<allow_access_from [^>]*host="([^"]*)"/g)) {
    if (host === '*' || /[.:]/.test(host)) continue;
    console.error('Not valid host specified: ' + host);
    process.exit(1);
  }
  const port = Number(/<port>(\\d+)<\\/port>/.exec(xml)[1]);
  createServer((request, response) => response.end('OK\\r\\n')).listen(port, /<listening_interface>(.+)</.exec(xml)?.[1]);
}
`;

export interface MadeUpHome {
  /** The unpacked server's folder. */
  home: string;
  env: Environment;
  /** Notes of each start of the server. */
  notes(): { pid: number; command: string; conf: string; databaseUrl: string | null }[];
  /** Every file below the home with its content and the time it was changed. */
  snapshot(): Record<string, string>;
  remove(): void;
}

export function makeUpHome(mode = ''): MadeUpHome {
  const root = mkdtempSync(join(tmpdir(), 'outcry-vendor-test-'));
  const home = join(root, 'Lightstreamer');
  const file = (path: string, text: string, executable = false): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text, { mode: executable ? 0o755 : 0o644 });
  };
  const files: Record<string, string> = {
    'Version.txt': 'Lightstreamer Server version 7.4.8 build 3400\n',
    'conf/lightstreamer_conf.xml': CONF,
    'conf/lightstreamer_edition_conf.xml': EDITION,
    'conf/lightstreamer_log_conf.xml': '<configuration/>\n',
    'lib/ls-proxy-interface.jar': 'classes',
    'adapters/DEMO/adapters.xml': '<adapters_conf id="DEMO"/>\n',
  };
  for (const [path, text] of Object.entries(files)) file(join(home, path), text);
  file(join(home, 'bin', 'unix-like', 'LS.sh'), LS_SH, true);
  const server = join(root, 'server.mjs');
  file(server, SERVER);
  file(join(root, 'jre', 'bin', 'java'), `#!/bin/sh\nexec '${process.execPath}' '${server}' "$@"\n`, true);
  const notesFile = join(root, 'notes');
  file(notesFile, '');
  return {
    home,
    env: {
      PATH: process.env.PATH,
      JAVA_HOME: join(root, 'jre'),
      LIGHTSTREAMER_HOME: home,
      DATABASE_URL: 'mysql://someone:secret@127.0.0.1/db',
      FAKE_NOTES: notesFile,
      FAKE_MODE: mode,
    },
    notes: () =>
      readFileSync(notesFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    snapshot: () => {
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();
      return Object.fromEntries(
        files.map((name) => {
          const stat = statSync(join(home, name));
          return [name, `${stat.mtimeMs} ${stat.isFile() ? readFileSync(join(home, name), 'utf8') : ''}`];
        }),
      );
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Waits until `condition` holds; the test's own time limit ends what never does. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 25));
}
