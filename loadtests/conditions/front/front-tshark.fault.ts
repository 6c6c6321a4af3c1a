/** Compares a front's log with TShark, which decodes a capture of the same connections with their session keys. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { findTool } from '../../../setup/tools/find.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import { captureUnavailable } from '../../wire/capture/capture.ts';
import { describeCapture } from '../../wire/capture/testing/describe-capture.ts';
import { startTshark } from '../../wire/capture/testing/tshark.ts';
import { certificatesFor } from './authority.ts';
import { FrontProcess } from './front-process.ts';
import haproxy from './haproxy/front.ts';

const [tshark, front, openssl] = await Promise.all(['tshark', 'haproxy', 'openssl'].map((id) => findTool(id)));
const lacking = [tshark!, front!, openssl!].find(({ found }) => !found);
const missing = captureUnavailable() ?? (lacking ? `${lacking.label} is not installed` : null);
const folder = mkdtempSync(join(tmpdir(), 'outcry-front-tshark-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REQUESTS = 5;
/** RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A server that answers requests, and accepts WebSockets and says nothing over them. */
async function startServer() {
  const server = createServer((_, response) => response.end('hello'));
  server.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket'];
    socket.write([...lines, `sec-websocket-accept: ${accept}`, '', ''].join('\r\n'));
    socket.on('error', () => {}).on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.closeAllConnections() ?? server.close() };
}

/** The status of one stream. */
async function ask(session: ClientHttp2Session, headers: Record<string, string>): Promise<number> {
  const stream = session.request(headers, { endStream: headers[':method'] !== 'CONNECT' });
  const [answer] = await once(stream, 'response');
  if (headers[':method'] === 'CONNECT') stream.close();
  else stream.resume();
  await once(stream, 'close');
  return answer[':status'];
}

describeCapture(missing)('a front’s log agrees with TShark', () => {
  test('on TLS version, ALPN, HTTP version, connections and streams, a WebSocket’s among them', async () => {
    const server = await startServer();
    const certificates = await certificatesFor(join(folder, 'ca'), openssl!.path!);
    const program = { path: front!.path!, version: front!.version, build: '' };
    const reached = { protocol: 'h2', host: '127.0.0.1', serverPort: server.port } as const;
    const process = await FrontProcess.start({ front: haproxy, program, certificates, ...reached });
    const [file, keys] = [join(folder, 'h2.pcap'), join(folder, 'keys')];
    const capturing = await startTshark(`tcp port ${process.port}`, file);
    const packets = () => spawnSync('tshark', ['-r', file, '-n'], { encoding: 'utf8' }).stdout;
    try {
      // TShark says that it captures before it does: then it sees a connection without a request.
      await eventually(() => {
        const socket = connect(process.port, '127.0.0.1', () => void socket.destroy());
        return packets() !== '';
      }, 'a packet in the file of TShark');
      const ca = readFileSync(certificates.authority);
      const socket = connectTls({ host: '127.0.0.1', port: process.port, ca, ALPNProtocols: ['h2'] });
      socket.on('keylog', (line) => appendFileSync(keys, line));
      await once(socket, 'secureConnect');
      expect(socket.authorized).toBe(true);
      const session = connectHttp2(`https://127.0.0.1:${process.port}`, { createConnection: () => socket });
      await once(session, 'remoteSettings');
      expect(session.remoteSettings.enableConnectProtocol).toBe(true);
      for (let n = 0; n < REQUESTS; n++) expect(await ask(session, { ':path': `/${n}` })).toBe(200);
      const webSocket = {
        ':method': 'CONNECT',
        ':protocol': 'websocket',
        ':path': '/ws',
        'sec-websocket-version': '13',
      };
      expect(await ask(session, webSocket)).toBe(200);
      session.close();
      await once(session, 'close');
      const read = (filter: string, ...fields: string[]): string[] => {
        const options = ['-r', file, '-n', '-o', `tls.keylog_file:${keys}`, '-d', `tcp.port==${process.port},tls`];
        const asked = fields.flatMap((field) => ['-e', field]);
        // Of a file that is being written TShark reads what is there, and ends with an error.
        const { stdout } = spawnSync('tshark', [...options, '-Y', filter, '-T', 'fields', ...asked], {
          encoding: 'utf8',
        });
        return stdout.split('\n').filter((line) => line !== '');
      };
      const streams = () => read('http2.headers.method', 'http2.headers.method').flatMap((line) => line.split(','));
      await eventually(() => streams().length === REQUESTS + 1, 'all streams in the file of TShark');
      await process.stop();
      const { connections, requests, webSockets } = process.used.of('2');
      expect({ connections, requests, webSockets }).toEqual({
        connections: new Set(read('http2.headers.method', 'tcp.stream')).size,
        requests: streams().length,
        webSockets: streams().filter((method) => method === 'CONNECT').length,
      });
      // TShark says 0x0304 for TLS 1.3, and the client chose the one protocol that it offered.
      expect(read('tls.handshake.type == 2', 'tls.handshake.extensions.supported_version')).toEqual(['0x0304']);
      expect(read('tls.handshake.type == 8', 'tls.handshake.extensions_alpn_str')).toEqual(['h2']);
      expect(process.used.connections).toMatchObject([{ tls: 'TLSv1.3', alpn: 'h2' }]);
    } finally {
      capturing.kill('SIGKILL');
      await process.stop();
      server.stop();
    }
  });
});
