/** Reads large uploads in a thread: they may be broken or made to be slow, and meanwhile the server has others to answer. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../http/http-answers.ts';
import type { Imported } from './index.ts';
import type { Upload } from './read-upload.ts';
import type { Answer } from './reader-thread-main.ts';

/** From source a thread needs the loader as well; a bundle is the web API's and knows its threads by themselves. */
function startThread(): Worker {
  const here = fileURLToPath(import.meta.url);
  if (!here.endsWith('.ts')) return new Worker(here);
  return new Worker(new URL('source-worker.mjs', import.meta.url), { execArgv: [] });
}

/** One thread, started for the first upload and kept for the next. */
export class ReaderThread {
  #thread: Worker | null = null;

  /**
   * Reads one upload; the caller waits for its end before the next.
   * @param signal ends the reading, and the thread with it
   * @throws ApiError when the upload is refused as a whole; the signal's reason
   */
  async read(upload: Upload, signal: AbortSignal): Promise<Imported> {
    this.#thread ??= startThread();
    const thread = this.#thread;
    thread.ref();
    thread.postMessage(upload);
    const answer = await this.#answerOf(thread, signal);
    thread.unref();
    if ('imported' in answer) return answer.imported;
    const { status, code, message, field } = answer.refused;
    throw new ApiError(status, code, message, field);
  }

  async #answerOf(thread: Worker, signal: AbortSignal): Promise<Answer> {
    try {
      // Rejects too when the thread fails, such as for want of memory.
      const [answer] = (await once(thread, 'message', { signal })) as [Answer];
      return answer;
    } catch (error) {
      await this.close();
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}
