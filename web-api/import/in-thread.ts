/**
 * Reads uploads in a thread of its own, one after the other: somebody else's file may be large, broken or made to be slow, and
 * meanwhile the server has others to answer.
 */
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { ApiError } from '../answers.ts';
import type { Imported } from './index.ts';
import type { Upload } from './read-upload.ts';
import type { Answer } from './worker.ts';

/** From source a thread needs the loader as well; a bundle is the web API's and knows its threads by themselves. */
function startThread(options: WorkerOptions): Worker {
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) return new Worker(here, options);
  return new Worker(new URL('source-worker.mjs', import.meta.url), { ...options, execArgv: [] });
}

function readAlone(upload: Upload): Promise<Imported> {
  return new Promise((resolve, reject) => {
    const thread = startThread({ workerData: upload });
    thread.once('message', (answer: Answer) => {
      if ('imported' in answer) return resolve(answer.imported);
      const { status, code, message, field } = answer.refused;
      reject(new ApiError(status, code, message, field));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread of an import ended without an answer')));
  });
}

let last: Promise<unknown> = Promise.resolve();

/** @throws ApiError when the upload is refused as a whole */
export function readInThread(upload: Upload): Promise<Imported> {
  const read = last.then(() => readAlone(upload));
  last = read.catch(() => {});
  return read;
}
