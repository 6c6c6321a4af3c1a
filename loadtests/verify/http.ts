/** Plain HTTP as a hostile client sends it: nothing is tidied up on the way. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { within } from './demand.ts';

export interface Answer {
  status: number;
  type: string;
  /** The methods that the answer says are allowed; empty when it says none. */
  allow: string;
  body: string;
}

export interface Question {
  method: string;
  /** Sent exactly as written. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request whose body is still being sent. */
export interface OpenRequest {
  write(text: string): void;
  /** Ends the body. */
  end(): void;
  /** The answer, which may come before the body has ended. */
  readonly answer: Promise<Answer>;
  /** Gives up on both. */
  destroy(): void;
}

/** Begins a request to the server at `url` (its origin) and leaves its body open. */
export function open(url: string, question: Omit<Question, 'body'>, deadlineMs: number): OpenRequest {
  const { protocol, hostname, port } = new URL(url);
  const begin = protocol === 'https:' ? requestOverTls : request;
  const { method, path, headers } = question;
  const asked = begin({ hostname: hostname.replace(/^\[|\]$/g, ''), port, method, path, headers, agent: false });
  const seconds = deadlineMs / 1000;
  const answer = within(answerTo(asked), deadlineMs, `${method} ${path} was not answered within ${seconds} s`);
  answer.catch(() => {}); // only who waits for it minds
  asked.flushHeaders();
  return {
    write: (text) => void asked.write(text),
    end: () => void asked.end(),
    answer,
    destroy: () => void asked.destroy(),
  };
}

/** Asks the server at `url` (its origin), and has its answer. */
export async function ask(url: string, question: Question, deadlineMs: number): Promise<Answer> {
  const length = String(Buffer.byteLength(question.body ?? ''));
  const headers = question.body === undefined ? question.headers : { 'content-length': length, ...question.headers };
  const asked = open(url, { ...question, ...(headers === undefined ? {} : { headers }) }, deadlineMs);
  if (question.body !== undefined) asked.write(question.body);
  asked.end();
  try {
    return await asked.answer;
  } finally {
    asked.destroy();
  }
}

function answerTo(asked: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    asked.on('response', (response: IncomingMessage) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { 'content-type': type = '', allow = '' } = response.headers;
        resolve({ status: response.statusCode ?? 0, type, allow, body });
      });
    });
    // A server that has answered may close before it has read everything; the answer counts then.
    asked.on('error', reject);
  });
}
