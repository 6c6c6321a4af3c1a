/** TShark, for tests that hold our counts against its own. */
import { type ChildProcess, spawn } from 'node:child_process';

/** Has TShark write what it captures to `file`; resolves when it says that it does. */
export async function startTshark(filter: string, file: string): Promise<ChildProcess> {
  const args = ['-i', 'lo', '-f', filter, '-w', file];
  const child = spawn('tshark', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const chunk of child.stderr!) {
    said += chunk;
    if (said.includes('Capturing on')) break;
  }
  if (child.exitCode !== null) throw new Error(`TShark ended: ${said}`);
  return child;
}
