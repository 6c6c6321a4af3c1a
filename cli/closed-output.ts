/** What happens when whoever reads what a command prints goes away, as `head` does when it has its lines. */
import { isOnePlace } from './output.ts';

/** A pipe without a reader, and a terminal that was closed. */
const GONE = new Set(['EPIPE', 'EIO']);

/**
 * Calls `gone` when nobody reads the command's result any more. It is called a turn later: a command whose last line could not be
 * written has ended by then, with a code of its own. Where only progress (stderr) is not read any more, the result may still be.
 */
export function onReaderGone(gone: () => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code ?? '')) throw error;
    setImmediate(gone);
  });
  process.stderr.on('error', () => {
    if (isOnePlace()) setImmediate(gone);
  });
}
