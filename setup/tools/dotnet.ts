/** Installing the .NET SDK by its vendor's script, into the home folder: it needs no root. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '../../system/home-folder.ts';
import { onPath } from './locate.ts';
import { type Log, run } from './programs.ts';

const SCRIPT = 'https://dot.net/v1/dotnet-install.sh';
/** The SDK that apps are built for: a newer one brings no runtime of this one. */
const CHANNEL = '10.0';

/** The command that downloads a file. The vendor's script needs one of these two itself. */
function downloader(file: string): string[] {
  const [curl] = onPath(['curl']);
  if (curl)
    return [curl, '--fail', '--silent', '--show-error', '--location', '--max-time', '60', '--output', file, SCRIPT];
  const [wget] = onPath(['wget']);
  if (wget) return [wget, '--quiet', '--timeout=20', '--tries=2', `--output-document=${file}`, SCRIPT];
  throw new Error('there is neither curl nor wget here');
}

export async function installDotnet(log: Log): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-dotnet-'));
  const file = join(folder, 'dotnet-install.sh');
  try {
    const download = downloader(file);
    log("downloading the vendor's install script of the .NET SDK");
    await run(download);
    const target = join(homeFolder(), '.dotnet');
    log(`installing the .NET SDK ${CHANNEL} into ${target}: about 200 MB`);
    await run(['bash', file, '--channel', CHANNEL, '--install-dir', target, '--no-path']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
