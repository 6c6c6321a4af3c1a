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
  end(): void;
  /** The answer, which may come before the body has ended. */
  readonly answer: Promise<Answer>;
  /** Gives up on both. */
  destroy(): void;
}

/** Begins a request to the server at `url` (its origin) and leaves its body open. */
export function open(url: string, question: Omit<Question, 'body'>, deadlineMs: number): OpenRequest {
  const asked = begin(url, question);
  const answer = answerWithin(deadlineMs, asked, question);
  answer.catch(() => {}); // only who waits for it minds
  asked.flushHeaders();
  return {
    write: (text) => void asked.write(text),
    end: () => void asked.end(),
    answer,
    destroy: () => void asked.destroy(),
  };
}

/**
 * Asks the server at `url` (its origin), and has its answer. Headers and body go out together: a server that answers by the
 * headers and closes would reset the connection over a body that comes later, and the answer could be lost.
 */
export async function ask(url: string, question: Question, deadlineMs: number): Promise<Answer> {
  const { body = '', headers } = question;
  const length: Record<string, string> =
    question.body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  const asked = begin(url, { ...question, headers: { ...length, ...headers } });
  const answer = answerWithin(deadlineMs, asked, question);
  asked.end(body);
  try {
    return await answer;
  } finally {
    asked.destroy();
  }
}

function begin(url: string, { method, path, headers }: Omit<Question, 'body'>): ClientRequest {
  const { protocol, hostname, port } = new URL(url);
  const by = protocol === 'https:' ? requestOverTls : request;
  const host = hostname.replace(/^\[|\]$/g, '');
  return by({ hostname: host, port, method, path, agent: false, ...(headers === undefined ? {} : { headers }) });
}

const answerWithin = (ms: number, asked: ClientRequest, { method, path }: Omit<Question, 'body'>): Promise<Answer> =>
  within(answerTo(asked, `${method} ${path}`), ms, `${method} ${path} was not answered within ${ms / 1000} s`);

function answerTo(asked: ClientRequest, name: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new Error(`${name} was not answered: ${error.message}`, { cause: error }));
    asked.on('response', (response: IncomingMessage) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('error', fail);
      response.on('end', () => {
        const { 'content-type': type = '', allow = '' } = response.headers;
        resolve({ status: response.statusCode ?? 0, type, allow, body });
      });
    });
    // A server that has answered may close before it has read everything; the answer counts then.
    asked.on('error', fail);
  });
}
