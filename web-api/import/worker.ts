/** The thread that reads what was posted for an import. It reads one upload, answers and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../answers.ts';
import type { Imported } from './index.ts';
import { readUpload, type Upload } from './read-upload.ts';

/** Errors lose their class on the way between threads. */
export type Answer =
  | { imported: Imported }
  | { refused: { status: number; code: string; message: string; field: string | undefined } };

export function answerUpload(): void {
  let answer: Answer;
  try {
    answer = { imported: readUpload(workerData as Upload) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, field } = error;
    answer = { refused: { status, code, message, field } };
  }
  parentPort!.postMessage(answer);
}
