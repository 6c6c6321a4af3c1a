/** Ends a command whose reader is gone, as `head` is after its lines. */
import { isOnePlace } from './print.ts';

/** A pipe without a reader, and a terminal that was closed. */
const GONE = new Set(['EPIPE', 'EIO']);

/**
 * Calls `gone` when the reader of the result is gone, one turn later: a command that was at its last line has ended by then with its own
 * code. When only the reader of stderr is gone, the command continues: its result may still be read.
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
