/**
 * A certificate for fronts on this machine, and the authority that signed it: made once per machine, in a folder that only its user can
 * read. The authority can sign for this machine's loopback names and addresses alone.
 */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EXIT, OutcryError } from '../../../system/errors.ts';

const run = promisify(execFile);

/** Paths, in PEM. */
export interface Certificates {
  /** The certificate that clients must trust. */
  authority: string;
  certificate: string;
  key: string;
}

const DAYS = 730;
/** Certificates that expire within this time are made anew. */
const SPARE_MS = 7 * 24 * 3_600_000;

const LOOPBACK =
  'permitted;DNS:localhost,permitted;IP:127.0.0.0/255.0.0.0,permitted;IP:::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff';

const SETTINGS = `
[req]
distinguished_name = name
prompt = no
[name]
O = Outcry
CN = Outcry test authority of this machine
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
nameConstraints = critical, ${LOOPBACK}
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`;

const certificatesIn = (folder: string): Certificates => ({
  authority: join(folder, 'authority.pem'),
  certificate: join(folder, 'server.pem'),
  key: join(folder, 'server.pem.key'),
});

/**
 * A file with all that clients must trust: the authority, and what Node.js was told to trust before.
 * @param before path of that; undefined: nothing
 */
export function trusted({ authority }: Certificates, before: string | undefined): string {
  const both = join(dirname(authority), 'trusted.pem');
  if (before === undefined || before === authority || !existsSync(before)) return authority;
  if (before === both) return both;
  writeFileSync(both, `${readFileSync(authority, 'utf8')}\n${readFileSync(before, 'utf8')}`);
  return both;
}

/** Tells whether the certificates in `folder` are there, belong together and are valid for a while. */
export function areValid(folder: string, now = Date.now()): boolean {
  const { authority, certificate, key } = certificatesIn(folder);
  try {
    const [above, below] = [authority, certificate].map((file) => new X509Certificate(readFileSync(file)));
    const inTime = [above!, below!].every(
      ({ validFrom, validTo }) => Date.parse(validFrom) <= now && Date.parse(validTo) > now + SPARE_MS,
    );
    return inTime && below!.verify(above!.publicKey) && existsSync(key);
  } catch {
    return false; // not there, or not whole
  }
}

async function make(openssl: string, folder: string, days: number): Promise<void> {
  const { authority, certificate, key } = certificatesIn(folder);
  const inFolder = (name: string) => join(folder, name);
  const [settings, request, authorityKey] = [inFolder('settings'), inFolder('request'), inFolder('authority.key')];
  writeFileSync(settings, SETTINGS);
  const ask = (words: string, ...rest: string[]) =>
    run(openssl, [...words.split(' '), ...rest], { cwd: folder, env: { PATH: process.env.PATH } });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const authorityFiles = ['-config', settings, '-keyout', authorityKey, '-out', authority];
  await ask(`req -x509 ${newKey} -extensions authority -days ${days}`, ...authorityFiles);
  await ask(`req -new ${newKey} -subj /O=Outcry/CN=localhost`, '-config', settings, '-keyout', key, '-out', request);
  const signing = ['-CA', authority, '-CAkey', authorityKey, '-extfile', settings, '-in', request, '-out', certificate];
  await ask(`x509 -req -CAcreateserial -extensions server -days ${days}`, ...signing);
  chmodSync(key, 0o600);
  // Nothing else is ever signed.
  for (const file of [settings, request, authorityKey]) rmSync(file);
}

/**
 * The certificates in `folder`, made first where they are not there or will not be valid for long.
 * @param openssl path of the program
 * @param days for how long new ones are valid
 * @throws OutcryError (failed) with what openssl says
 */
export async function certificatesFor(folder: string, openssl: string, days = DAYS): Promise<Certificates> {
  if (areValid(folder)) return certificatesIn(folder);
  mkdirSync(dirname(folder), { recursive: true });
  // Only its owner can read a folder that is made so. It is filled first, as another start may look.
  const made = mkdtempSync(`${folder}-`);
  try {
    await make(openssl, made, days);
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (areValid(folder)) return certificatesIn(folder); // another start was faster
    const why = (error as { stderr?: string }).stderr?.trim() || (error as Error).message;
    throw new OutcryError(`the certificate of the front could not be made: ${why}`, EXIT.failed, { cause: error });
  }
  return certificatesIn(folder);
}
