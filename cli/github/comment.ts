/** `./outcry github comment`: puts a text into the one comment of its name on a pull request. */
import { lstatSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { readInputFile } from '../../system/input-file.ts';
import { type Api, NotAllowed } from './api.ts';
import { foreignBody, markdownBody } from './comment-body.ts';
import { postComment, pullRequestOf, type WorkflowEvent } from './post-comment.ts';

export interface CommentOptions {
  name: string;
  file: string;
  /** The title over a text that foreign code wrote; absent: the text is Outcry's own Markdown. */
  foreign?: string;
  author: string;
}

const MOST_BYTES = 1024 * 1024;

/** @throws OutcryError (wrong use) where a variable that GitHub sets for each job is not set */
function demand(name: string): string {
  const value = process.env[name];
  if (!value) throw new OutcryError(`${name} is not set; GitHub sets it for each job`, EXIT.usage);
  return value;
}

function apiHere(): Api {
  return {
    url: (process.env.GITHUB_API_URL || 'https://api.github.com').replace(/\/$/, ''),
    token: demand('GITHUB_TOKEN'),
    repository: demand('GITHUB_REPOSITORY'),
    wait: (ms) => setTimeout(ms),
  };
}

/** Reads the file; not another one, which a link that came with a foreign text may lead to. */
function textIn(file: string): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink) throw new OutcryError(`${file}: is a link, not a file`, EXIT.usage);
  return readInputFile(file, MOST_BYTES, 'a text for a comment');
}

/**
 * Posts the comment. Without the right to do so the job goes on, since a pull request from a fork never has it.
 * @returns why there is no comment; null: there is
 */
export async function comment(options: CommentOptions, api: Api = apiHere()): Promise<string | null> {
  const { name, file, foreign, author } = options;
  const text = textIn(file);
  const body = foreign === undefined ? markdownBody(name, text) : foreignBody(name, foreign, text);
  const event = JSON.parse(readFileSync(demand('GITHUB_EVENT_PATH'), 'utf8')) as WorkflowEvent;
  try {
    const number = await pullRequestOf(api, event);
    if (number === null) return 'No comment: no open pull request is at this commit.';
    await postComment(api, number, name, body, author);
    return null;
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    return `No comment: this token may not, as for every pull request from a fork. ${error.message}`;
  }
}
