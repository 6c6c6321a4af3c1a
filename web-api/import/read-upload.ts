/** What was posted for an import, read: `{files: [{name, text}]}`, or one file as it is. */

import { parseBody } from '../http/body.ts';
import { ApiError } from '../http/http-answers.ts';
import { type Imported, type ImportFile, importFiles } from './index.ts';

const MAX_FILES = 100;

/** A name without folders: it becomes part of ids and of nothing else. */
export const FILE_NAME = '^[^/\\\\\\u0000-\\u001f]{1,200}$';
const isFileName = new RegExp(FILE_NAME);

/** Files that belong together, such as runs and their figures taken by hand. */
function filesOf(body: unknown): ImportFile[] {
  const { files } = (body ?? {}) as { files?: unknown };
  if (!Array.isArray(files) || files.length === 0 || files.length > MAX_FILES) {
    throw new ApiError(400, 'bad-request', `files: must be an array of 1 to ${MAX_FILES} files`, 'files');
  }
  return files.map((file: unknown, i) => {
    const { name, text } = (file ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || !isFileName.test(name)) {
      const message = `files[${i}].name: must be a file name without folders`;
      throw new ApiError(400, 'bad-request', message, `files[${i}].name`);
    }
    if (typeof text !== 'string') {
      throw new ApiError(400, 'bad-request', `files[${i}].text: must be a text`, `files[${i}].text`);
    }
    return { name, text };
  });
}

export interface Upload {
  /** The name of the file that `body` is; null: `body` is JSON with several. */
  name: string | null;
  body: Uint8Array;
}

/** @throws ApiError (400) that names the field */
export function readUpload({ name, body }: Upload): Imported {
  const text = new TextDecoder().decode(body);
  return importFiles(name === null ? filesOf(parseBody(text)) : [{ name, text }]);
}
