/** The certificate of fronts for real: how openssl makes it, and what browsers do that refuse it. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserSwarm } from '../../../client-launcher/browser/swarm.ts';
import { findTool } from '../../../setup/tools/find.ts';
import { areValid, certificatesFor, trusted } from './authority.ts';

const [tool, ...chromium] = await Promise.all(['openssl', 'chromium', 'chromedriver'].map((id) => findTool(id)));
const openssl = tool!.path!;
if (process.env.CI && !tool!.found) throw new Error(`CI is set, and not here: ${tool!.label}`);
const BROWSERS = [['firefox'], ...(chromium.every(({ found }) => found) ? [['chrome']] : [])] as [
  'firefox' | 'chrome',
][];
const folder = mkdtempSync(join(tmpdir(), 'outcry-certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

(tool!.found ? describe : describe.skip)('a certificate', () => {
  test('can be used by its owner only, and no authority could sign another', async () => {
    const { authority, certificate, key } = await certificatesFor(join(folder, 'ca'), openssl);
    expect(statSync(join(folder, 'ca')).mode & 0o777).toBe(0o700);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const files = readdirSync(join(folder, 'ca'), { encoding: 'utf8' });
    const keys = files.filter((file) => readFileSync(join(folder, 'ca', file), 'utf8').includes('PRIVATE KEY'));
    expect(keys).toEqual(['server.pem.key']);
    const [above, below] = [authority, certificate].map((file) => new X509Certificate(readFileSync(file)));
    expect(below!.checkIssued(above!)).toBe(true);
    expect(below!.checkIP('127.0.0.1')).toBe('127.0.0.1');
    const before = readFileSync(certificate, 'utf8');
    const again = await certificatesFor(join(folder, 'ca'), openssl);
    expect(readFileSync(certificate, 'utf8')).toBe(before);
    // Node.js goes on trusting the certificates that it trusted before.
    expect(trusted(again, undefined)).toBe(authority);
    const both = trusted(again, certificate);
    expect(readFileSync(both, 'utf8').match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(trusted(again, both)).toBe(both);
  });

  test('is replaced when it has ended', async () => {
    const ending = join(folder, 'ending');
    const { certificate } = await certificatesFor(ending, openssl, 1);
    expect(areValid(ending)).toBe(false);
    const before = readFileSync(certificate, 'utf8');
    await certificatesFor(ending, openssl);
    expect([areValid(ending), readFileSync(certificate, 'utf8') === before]).toEqual([true, false]);
  });

  test.each(BROWSERS)('that %s refuses is named, with what to do', async (browser) => {
    const { certificate, key } = await certificatesFor(join(folder, 'ca'), openssl);
    const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_, response) =>
      response.end('hello'),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // Nothing tells it that certificates are accepted, as on a machine where a policy forbids that.
    const swarm = new BrowserSwarm({ browser, browsers: 1, headless: true, grid: null, settle: false });
    try {
      await swarm.launch();
      const url = `https://127.0.0.1:${port}`;
      const connecting = swarm.connect({ framework: 'any', url, transport: 'websocket', clients: 1 });
      await expect(connecting).rejects.toThrow(
        /^browser 1 of 1: .*it refuses the certificate of the server\. If a policy .*measure without TLS/,
      );
    } finally {
      await swarm.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
