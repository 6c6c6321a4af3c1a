/** The thread that reads large uploads for an import: one answer to each. */
import { parentPort } from 'node:worker_threads';
import { ApiError } from '../http/http-answers.ts';
import type { Imported } from './index.ts';
import { readUpload, type Upload } from './read-upload.ts';

/** Errors lose their class on the way between threads. */
export type Answer =
  | { imported: Imported }
  | { refused: { status: number; code: string; message: string; field: string | undefined } };

function answerTo(upload: Upload): Answer {
  try {
    return { imported: readUpload(upload) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, field } = error;
    return { refused: { status, code, message, field } };
  }
}

export function answerUploads(): void {
  parentPort!.on('message', (upload: Upload) => parentPort!.postMessage(answerTo(upload)));
}
